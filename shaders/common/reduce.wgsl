// Sums over a workgroup of 64 threads, in a fixed order. Every thread of the workgroup has to come here.

var<workgroup> partial: array<vec2<f32>, 64>;

fn reduce(local: u32, own: vec2<f32>) -> vec2<f32> {
    partial[local] = own;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if local < half {
            partial[local] += partial[local + half];
        }
        workgroupBarrier();
    }
    return partial[0];
}
