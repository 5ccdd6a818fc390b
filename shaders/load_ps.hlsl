// Gives each pixel of the render target the texel of the same place: exact, no sampler, mip 0.
Texture2D<float4> picture : register(t0);

float4 main(float4 position : SV_Position) : SV_Target
{
    return picture.Load(int3((int)position.x, (int)position.y, 0));
}
