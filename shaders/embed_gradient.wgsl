// dtable[v] = the sum of dy_i over the tokens i with ids_i = v, in their order. Twin: src/engine/op/embed_gradient.rs
// ids [models * tokens] whole, dy [models * tokens, d] -> dtable [models, rows, d]

struct Constants {
    threads: u32,
    per_row: u32, // threads of one row
    rows: u32,    // of one table
    tokens: u32,  // of one model
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> ids: array<u32>;
@group(0) @binding(2) var<storage, read> dy: array<f32>;
@group(0) @binding(3) var<storage, read_write> dtable: array<f32>;
@group(0) @binding(2) var<storage, read> dy4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> dtable4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.threads {
        return;
    }
    let row = i / c.per_row;
    let first = row / c.rows * c.tokens;
    var sum = 0.0;
    for (var token = first; token < first + c.tokens; token++) {
        if ids[token] == row % c.rows {
            sum += dy[token * c.per_row + i % c.per_row];
        }
    }
    dtable[i] = sum;
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.threads {
        return;
    }
    let row = i / c.per_row;
    let first = row / c.rows * c.tokens;
    var sum = vec4(0.0);
    for (var token = first; token < first + c.tokens; token++) {
        if ids[token] == row % c.rows {
            sum += dy4[token * c.per_row + i % c.per_row];
        }
    }
    dtable4[i] = sum;
}
