// y[o, i] = sum over m of a[o, m, i] * b[o, m, i], in the order of m. Twin: src/engine/op/product_sum.rs
// a, b [outer, middle, inner] -> y [outer, inner]. The constants are those of shaders/common/slices.wgsl.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> a4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> b4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.threads {
        return;
    }
    let start = first(i);
    var sum = 0.0;
    for (var m = 0u; m < c.middle; m++) {
        let at = start + m * c.inner;
        sum += a[at] * b[at];
    }
    y[i] = sum;
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.threads {
        return;
    }
    let start = first(i);
    var sum = vec4(0.0);
    for (var m = 0u; m < c.middle; m++) {
        let at = start + m * c.inner;
        sum += a4[at] * b4[at];
    }
    y4[i] = sum;
}
