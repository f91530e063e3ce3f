// y_i = table[ids_i], zeros where the id has no row. Twin: src/engine/op/embed.rs
// ids [models * n] whole, table [models, rows, d] -> y [models * n, d]

struct Constants {
    threads: u32,
    per_row: u32, // threads of one row
    rows: u32,    // of one table
    ids: u32,     // that take theirs from one table
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> ids: array<u32>;
@group(0) @binding(2) var<storage, read> table: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> table4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.threads {
        return;
    }
    let token = i / c.per_row;
    let id = ids[token];
    let first = token / c.ids * c.rows;
    if id < c.rows {
        y[i] = table[(first + id) * c.per_row + i % c.per_row];
    } else {
        y[i] = 0.0;
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.threads {
        return;
    }
    let token = i / c.per_row;
    let id = ids[token];
    let first = token / c.ids * c.rows;
    if id < c.rows {
        y4[i] = table4[(first + id) * c.per_row + i % c.per_row];
    } else {
        y4[i] = vec4(0.0);
    }
}
