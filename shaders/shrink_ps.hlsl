// A smaller copy of a picture: each pixel the mean of 4x4 looks at the part of the picture that it covers.
cbuffer Shrink : register(b0)
{
    float2 pixel; // 1 / the size of the smaller one.
};
Texture2D<float4> picture : register(t0);
SamplerState picture_sampler : register(s0);

float4 main(float4 position : SV_Position) : SV_Target
{
    float3 sum = float3(0.0, 0.0, 0.0);
    for (int y = 0; y < 4; ++y)
    {
        for (int x = 0; x < 4; ++x)
        {
            float2 offset = (float2((float)x, (float)y) - 1.5) * 0.25;
            sum += picture.SampleLevel(picture_sampler, (position.xy + offset) * pixel, 0.0).rgb;
        }
    }
    return float4(sum / 16.0, 1.0);
}
