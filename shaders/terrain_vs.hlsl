// A corner of a tile's grid, lifted by the land's height: an endless field of hills, so that tiles meet without
// a gap. The normal comes from the height beside it.
cbuffer Frame : register(b0)
{
    float4 clip_x; // Rows of the matrix from the world to clip space.
    float4 clip_y;
    float4 clip_z;
    float4 clip_w;
    float4 camera; // xyz: where it is; w: 1 / the distance where fog hides everything.
};
cbuffer Tile : register(b1)
{
    float4 tile; // xy: the world's place of its corner; z: its brightness; w: the height of the hills.
};

struct Corner
{
    float4 position : SV_Position;
    float2 place : TEXCOORD0;
    float3 light : TEXCOORD1; // x: of the sun, y: of the tile, z: how much fog.
};

float height_at(float2 at)
{
    float hills = sin(at.x * 0.71 + 1.3) * cos(at.y * 0.53) + 0.5 * sin(at.x * 1.9 - at.y * 1.3);
    return tile.w * (hills + 0.25 * sin(at.x * 4.1 + at.y * 3.7));
}

Corner main(float2 grid : POSITION)
{
    float2 at = tile.xy + grid;
    float height = height_at(at);
    float3 normal = normalize(float3(height - height_at(at + float2(0.05, 0.0)), 0.05,
                                     height - height_at(at + float2(0.0, 0.05))));
    float4 world = float4(at.x, height, at.y, 1.0);
    float away = length(world.xyz - camera.xyz) * camera.w;
    Corner corner;
    corner.position = float4(dot(clip_x, world), dot(clip_y, world), dot(clip_z, world), dot(clip_w, world));
    corner.place = grid;
    corner.light = float3(0.35 + 0.65 * saturate(dot(normal, float3(0.5, 0.75, 0.43))), tile.z,
                          saturate(away * away));
    return corner;
}
