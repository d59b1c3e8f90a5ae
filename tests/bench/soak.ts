import { modulesOf } from '#tests/dev/workerd.ts'
import { buildWorkers } from '#worker/build.ts'
import { monthlyLimits } from '#worker/organizations/contract.ts'
import { validateTin } from '#worker/tin/index.ts'
import { openFakes, validation } from './bench-world.ts'
import { openInspector } from './heap.ts'
import { addOrganizations } from './organizations.ts'
import { startWorkerd } from './workerd-process.ts'

/**
 * Many calls to the deployed API bundle in one isolate, some of which look a number up in a register. Fails if workerd
 * warns, such as of a promise that crosses requests, or if the isolate keeps more than `MAX_HEAP`. Prints its heap after a
 * collection, and the memory of workerd's process, in which V8 collects only when it has to.
 */
const NAMESPACE = 'test_soak'
const CALLS = Number(process.argv[2] ?? 200_000)
const CHECKPOINTS = [2_000, 20_000]
const PARALLEL = 16
/** In MB: half of what Cloudflare gives to an isolate. */
const MAX_HEAP = 64
/** A token may make 1,000 calls in 10 seconds. */
const ORGANIZATIONS = 60
/** Callers share look-ups of the same number, so each is called for a few times in a row. */
const CALLS_PER_NUMBER = 8
const LOOKUPS_IN_TEN = 3

function* danishNumbers(): Generator<string, never> {
  for (let number = 20_000_000; ; number = number === 89_999_999 ? 20_000_000 : number + 1)
    if (validateTin('DK', String(number)).valid) yield String(number)
}

const { addNamespace, folder, stop } = await openFakes()
try {
  const settings = await addNamespace(NAMESPACE)
  const tokens = await addOrganizations(settings.DATABASE_URL, {
    count: ORGANIZATIONS,
    limit: monthlyLimits.ENTERPRISE * 10,
  })
  await buildWorkers(folder)
  const worker = await startWorkerd(folder, modulesOf(folder, 'api'), settings, {
    limiters: modulesOf(folder, 'dashboard'),
    isInspected: true,
  })
  if (!worker.inspector) throw new Error('workerd has no inspector.')
  const inspector = await openInspector(worker.inspector, 'main')
  const numbers = danishNumbers()
  let number = ''
  let lookups = 0
  let sent = 0

  function nextBody() {
    const isLookUp = sent % 10 < LOOKUPS_IN_TEN
    if (isLookUp && lookups++ % CALLS_PER_NUMBER === 0) number = numbers.next().value
    return JSON.stringify(
      isLookUp ? { countryCode: 'DK', tin: number } : { countryCode: 'IN', tin: 'AAPFU0939F' },
    )
  }

  async function callNext() {
    const body = nextBody()
    const token = tokens[Math.floor(sent / CALLS_PER_NUMBER) % tokens.length] ?? ''
    sent++
    await worker.call(validation(token, body))
    ended++
  }

  async function caller() {
    while (sent < CALLS) {
      await callNext()
      if (CHECKPOINTS.includes(ended)) await report()
    }
  }

  /** An isolate without calls doesn't collect. */
  async function keptByIsolate() {
    let isCollecting = true
    const kept = inspector.kept().finally(() => {
      isCollecting = false
    })
    while (isCollecting) await callNext()
    return Math.round(await kept)
  }

  let ended = 0
  const startedAt = performance.now()
  async function report() {
    const calls = ended
    const seconds = (performance.now() - startedAt) / 1_000
    const heap = await keptByIsolate()
    if (heap > MAX_HEAP) process.exitCode = 1
    console.log(
      `${calls.toLocaleString('en-US').padStart(9)} calls  ${String(heap).padStart(3)} MB of ${MAX_HEAP} kept  ${String(worker.memory()).padStart(4)} MB in the process  ${worker.warnings.length} warnings  ${Math.round(calls / seconds)} calls/s`,
    )
  }
  console.log(`        0 calls  ${worker.memory()} MB in the process`)
  await Promise.all(Array.from({ length: PARALLEL }, caller))
  await report()
  inspector.close()
  await worker.stop()
  if (worker.warnings.length > 0) {
    const counts = Map.groupBy(worker.warnings, (line) => line)
    for (const [line, lines] of counts) console.error(`${lines.length} × ${line}`)
    process.exitCode = 1
  }
} finally {
  await stop()
}
