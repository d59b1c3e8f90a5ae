import { modulesOf } from '#tests/dev/workerd.ts'
import { buildWorkers } from '#worker/build.ts'
import { monthlyLimits } from '#worker/organizations/contract.ts'
import { validateTin } from '#worker/tin/index.ts'
import { openFakes, validation } from './bench-world.ts'
import { addOrganizations } from './organizations.ts'
import { startWorkerd } from './workerd-process.ts'

/**
 * Many calls to the deployed API bundle in one isolate, some of which look a number up in a register. Fails if workerd
 * warns, such as of a promise that crosses requests, and prints the memory of its process.
 */
const NAMESPACE = 'test_soak'
const CALLS = Number(process.argv[2] ?? 200_000)
const CHECKPOINTS = [2_000, 20_000, 200_000]
const PARALLEL = 16
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
  })
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

  async function caller() {
    while (sent < CALLS) {
      const body = nextBody()
      const token = tokens[Math.floor(sent / CALLS_PER_NUMBER) % tokens.length] ?? ''
      sent++
      await worker.call(validation(token, body))
      ended++
      if (CHECKPOINTS.includes(ended) || ended === CALLS) report()
    }
  }

  let ended = 0
  const startedAt = performance.now()
  function report() {
    const seconds = (performance.now() - startedAt) / 1_000
    console.log(
      `${ended.toLocaleString('en-US').padStart(9)} calls  ${String(worker.memory()).padStart(5)} MB  ${worker.warnings.length} warnings  ${Math.round(ended / seconds)} calls/s`,
    )
  }
  console.log(`        0 calls  ${String(worker.memory()).padStart(5)} MB`)
  await Promise.all(Array.from({ length: PARALLEL }, caller))
  await worker.stop()
  if (worker.warnings.length > 0) {
    const counts = Map.groupBy(worker.warnings, (line) => line)
    for (const [line, lines] of counts) console.error(`${lines.length} × ${line}`)
    process.exitCode = 1
  }
} finally {
  await stop()
}
