// What the adapter itself can do, by three tiny kernels: a copy, a fill, and fused multiply-adds in registers.

const COPY = `
@group(0) @binding(0) var<storage, read> from_: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> to: array<vec4f>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let at = id.y * groups.x * 64u + id.x;
  to[at] = from_[at];
}`;

const FILL = COPY.replace("to[at] = from_[at];", "to[at] = vec4f(f32(at)) + 0.0 * from_[0];");

const FMA_STEPS = 256;
const FMA = `
@group(0) @binding(0) var<storage, read> from_: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> to: array<vec4f>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let m = from_[0]; let b = from_[1];
  var v0 = vec4f(f32(id.x)); var v1 = v0 + 1.0; var v2 = v0 + 2.0; var v3 = v0 + 3.0;
  for (var i = 0; i < ${FMA_STEPS}; i++) {
    v0 = fma(v0, m, b); v1 = fma(v1, m, b); v2 = fma(v2, m, b); v3 = fma(v3, m, b);
    v0 = fma(v0, m, b); v1 = fma(v1, m, b); v2 = fma(v2, m, b); v3 = fma(v3, m, b);
  }
  to[id.x] = v0 + v1 + v2 + v3;
}`;
/** Per invocation and step: 8 fma of 4 lanes, 2 operations each. */
const FMA_OPERATIONS = FMA_STEPS * 8 * 4 * 2;

const BYTES = 32 * 2 ** 20;

async function best(times, once) {
  const all = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await once();
    all.push(performance.now() - start);
  }
  return Math.min(...all);
}

export async function open() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error("the browser grants no WebGPU adapter");
  const device = await adapter.requestDevice();
  const usage = GPUBufferUsage.STORAGE;
  const [from, to] = [0, 1].map(() => device.createBuffer({ size: BYTES, usage }));

  async function kernel(code, [x, y]) {
    const compute = { module: device.createShaderModule({ code }), entryPoint: "main" };
    const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute });
    const entries = [from, to].map((buffer, binding) => ({ binding, resource: { buffer } }));
    const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    const once = async () => {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(x, y);
      pass.end();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
    };
    await once();
    return best(7, once);
  }

  const rows = BYTES / 16 / 64 / 1024;
  const copy = await kernel(COPY, [1024, rows]);
  const fill = await kernel(FILL, [1024, rows]);
  const fmaGroups = 1024;
  const fma = await kernel(FMA, [fmaGroups, 1]);
  const { vendor, architecture, description } = adapter.info;
  device.destroy();
  return {
    about: {
      adapter: [vendor, architecture, description].filter(Boolean).join(" "),
      copyBytesPerSecond: BYTES / copy * 1000,
      fillBytesPerSecond: BYTES / fill * 1000,
      flopsPerSecond: fmaGroups * 64 * FMA_OPERATIONS / fma * 1000,
    },
  };
}
