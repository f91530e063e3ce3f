// One thread a number, or one workgroup a row: Kernel::linear and Kernel::each_group start workgroups of 64 threads in a
// row, folded into several rows where one would be longer than WebGPU allows.

fn linear_index(thread: vec3<u32>, groups: vec3<u32>) -> u32 {
    return thread.x + thread.y * groups.x * 64u;
}

fn group_index(group: vec3<u32>, groups: vec3<u32>) -> u32 {
    return group.x + group.y * groups.x;
}
