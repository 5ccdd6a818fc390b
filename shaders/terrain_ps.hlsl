// A tile's texture in the sun's light, lost in the fog far away.
Texture2D<float4> ground : register(t0);
SamplerState ground_sampler : register(s0);

struct Corner
{
    float4 position : SV_Position;
    float2 place : TEXCOORD0;
    float3 light : TEXCOORD1;
};

float4 main(Corner corner) : SV_Target
{
    float3 color = ground.Sample(ground_sampler, corner.place).rgb * corner.light.x * corner.light.y;
    return float4(lerp(color, float3(0.62, 0.72, 0.84), corner.light.z), 1.0);
}
