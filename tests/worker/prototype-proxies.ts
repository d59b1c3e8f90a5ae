/**
 * Makes every Durable Object cost the same. `@cloudflare/vitest-pool-workers` 0.23 wraps the prototype of their class in one
 * more proxy for each object, and each call to any of them passes through all proxies
 * (github.com/cloudflare/workers-sdk/pull/15106). Here, the first proxy stays.
 */
export function keepFirstPrototypeProxy(): void {
  if (installed in Proxy) return
  const wrapped = new WeakSet<object>()
  const NativeProxy = Proxy
  globalThis.Proxy = new NativeProxy(NativeProxy, {
    construct(native, [target, handler]: [object, ProxyHandler<object>]) {
      if (wrapped.has(target)) return target
      const proxy = Reflect.construct(native, [target, handler])
      if (`${handler.get}`.includes('getUnknownPrototypeKey')) wrapped.add(proxy)
      return proxy
    },
  })
  Object.defineProperty(Proxy, installed, { value: true })
}

/** The test files of a process share their globals. */
const installed = Symbol.for('tinproof.keepFirstPrototypeProxy')
