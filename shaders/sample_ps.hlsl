// Gives each pixel of the render target what a sampler finds at the same relative place of the picture. With
// a point filter and a target of the picture's own size that is the texel of the same place.
Texture2D<float4> picture : register(t0);
SamplerState point_sampler : register(s0);

float4 main(float4 position : SV_Position) : SV_Target
{
    float width;
    float height;
    picture.GetDimensions(width, height);
    return picture.Sample(point_sampler, float2(position.x / width, position.y / height));
}
