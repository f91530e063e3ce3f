// Paints panels of a tensor, one pixel a cell, an instance a panel. Twin: src/engine/paint/twin.rs
// place = clamp(value * scale + bias, 0, 1); the colour stands at place * 32 among 33 stops.

struct Map {
    image: vec2<f32>,             // width and height, pixels
    scale: f32,
    bias: f32,
    no_value_from: u32,           // bits of the size from which on a number is none
    whole: u32,                   // 1: the tensor's numbers are whole, in two's complement
    missing: array<vec4<f32>, 2>, // in turn, where there is no value
    stops: array<vec4<f32>, 33>,
}

@group(0) @binding(0) var<uniform> map: Map;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;

struct Cell {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat, either) origin: vec2<u32>,
    @location(1) @interpolate(flat, either) strides: vec3<u32>,
}

// cells: origin x, y, columns, rows; strides: offset, row stride, column stride.
@vertex
fn vertex(@builtin(vertex_index) corner: u32, @location(0) cells: vec4<u32>, @location(1) strides: vec3<u32>) -> Cell {
    // A strip of two triangles: corners left to right, then down.
    let at = vec2<u32>(corner & 1u, corner >> 1u);
    let pixel = vec2<f32>(cells.xy + at * cells.zw);
    let clip = vec2<f32>(pixel.x / map.image.x * 2.0 - 1.0, 1.0 - pixel.y / map.image.y * 2.0);
    return Cell(vec4<f32>(clip, 0.0, 1.0), cells.xy, strides);
}

@fragment
fn fragment(cell: Cell) -> @location(0) vec4<f32> {
    let at = vec2<u32>(cell.position.xy) - cell.origin;
    let index = cell.strides.x + at.y * cell.strides.y + at.x * cell.strides.z;
    let bits = numbers[index];
    // By bits: a shader may assume that there are no infinities and no NaN.
    if map.whole == 0u && (bits & 0x7fffffffu) >= map.no_value_from {
        return map.missing[(at.x + at.y) & 1u];
    }
    var value = bitcast<f32>(bits);
    if map.whole == 1u {
        value = f32(bitcast<i32>(bits));
    }
    let place = clamp(value * map.scale + map.bias, 0.0, 1.0) * 32.0;
    let stop = min(u32(place), 31u);
    return mix(map.stops[stop], map.stops[stop + 1u], place - f32(stop));
}
