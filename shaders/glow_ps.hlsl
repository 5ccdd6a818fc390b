// The picture with what is bright in it spread around: `taps` looks around each pixel, on a spiral. Its cost
// depends on nothing but `taps` and the number of pixels.
cbuffer Glow : register(b0)
{
    float2 pixel; // 1 / the size of the picture.
    float radius; // In pixels.
    uint taps;
};
Texture2D<float4> picture : register(t0);
SamplerState picture_sampler : register(s0);

float4 main(float4 position : SV_Position) : SV_Target
{
    float2 place = position.xy * pixel;
    float2 direction = float2(1.0, 0.0);
    float3 glow = float3(0.0, 0.0, 0.0);
    for (uint i = 0; i < taps; ++i)
    {
        // The golden angle on from tap to tap.
        direction = float2(direction.x * -0.73736888 - direction.y * 0.67549029,
                           direction.x * 0.67549029 + direction.y * -0.73736888);
        float away = radius * sqrt(((float)i + 0.5) / (float)taps);
        float3 seen = picture.SampleLevel(picture_sampler, place + direction * away * pixel, 0.0).rgb;
        glow += max(seen - 0.6, 0.0);
    }
    float3 color = picture.Load(int3((int)position.x, (int)position.y, 0)).rgb;
    return float4(color + glow * (0.5 / max((float)taps, 1.0)), 1.0);
}
