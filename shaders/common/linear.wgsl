// One thread a number: Kernel::linear starts workgroups of 64 in a row, folded into several rows where one would be
// longer than WebGPU allows.

fn linear_index(thread: vec3<u32>, groups: vec3<u32>) -> u32 {
    return thread.x + thread.y * groups.x * 64u;
}
