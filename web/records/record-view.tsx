import { BadgeCheck, CircleX, Download, Printer, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { ResultPanel, ResultTable, useCountries } from '#web/dashboard/index.ts'
import { attempt } from '#web/lib/attempt.ts'
import { formatInstant } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { reloadOnce } from '#web/ui/reload-once.ts'
import type { OpenedRecord, RecordFile } from '#worker/records/contract.ts'

type Record = Pick<OpenedRecord, 'request' | 'response' | 'file'>

type RecordViewProps = {
  record: Record
  as: 'h1' | 'h2'
  /** Of the page that verifies it, for paper. */
  link: string | undefined
}

export function RecordView({ record, as: Heading, link }: RecordViewProps) {
  const { file } = record
  // What is shown is what is verified.
  const { request, response } = file?.record ?? record
  const { countryOf } = useCountries()
  return (
    <article data-proof="" className="space-y-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Heading className="font-semibold text-2xl tracking-tight">Tax ID validation record</Heading>
          <p className="mt-1 text-muted">Validated by Tinproof on {formatInstant(response.requestDate)}.</p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {file ? (
            <Button variant="secondary" icon={<Download />} onClick={() => download(file)}>
              Download JSON
            </Button>
          ) : null}
          <Button variant="secondary" icon={<Printer />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      {response.live ? null : (
        <Banner tone="warning" title="This is a test record. The register's response is simulated." />
      )}
      {file ? (
        <Verification file={file} />
      ) : (
        <Banner title="This record is being signed. Reload the page in a minute." />
      )}
      <ResultPanel response={response} input={request} countryOf={countryOf} />
      <Card className="p-5 print:border-0 print:p-0 print:shadow-none">
        <ResultTable isRecord response={response} country={countryOf(response.countryCode)} />
      </Card>
      {file ? <Signature file={file} link={link} /> : null}
    </article>
  )
}

type Outcome = { isValid: true } | { isValid: false; reason: string }

function Verification({ file }: { file: RecordFile }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const verify = () =>
    attempt("This record couldn't be verified", async () => setOutcome(await verifyHere(file)))
  return (
    <section aria-label="Signature" className="rounded-lg border bg-sunken px-5 py-4 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-muted text-sm">
          Tinproof signed this record. Your browser can check the signature with our public keys.
        </p>
        <Button icon={<ShieldCheck />} action={verify} pendingLabel="Verifying...">
          Verify This Record
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {outcome ? (
          <p className={`mt-3 flex gap-2 font-medium ${outcome.isValid ? 'text-valid' : 'text-invalid'}`}>
            {outcome.isValid ? (
              <BadgeCheck className="mt-0.5 size-5 shrink-0" />
            ) : (
              <CircleX className="mt-0.5 size-5 shrink-0" />
            )}
            {outcome.isValid
              ? `Verified. Tinproof signed exactly this on ${formatInstant(file.record.signedAt)}.`
              : `Not verified. ${outcome.reason}`}
          </p>
        ) : null}
      </div>
    </section>
  )
}

const JWKS_PATH = '/.well-known/jwks.json'

/** In this browser, with the code of our client. Throws if the keys can't be read or used. */
async function verifyHere(file: RecordFile): Promise<Outcome> {
  const { verifyRecord } = await import('#worker/npm-client/verify-record.ts').catch(reloadOnce)
  const response = await fetch(JWKS_PATH)
  if (!response.ok) throw new Error('Our public keys are currently unavailable. Try again in a moment.')
  const keys = await response.json()
  try {
    await verifyRecord(file, keys)
    return { isValid: true }
  } catch (error) {
    // Not every browser knows Ed25519, which says nothing about the record.
    if (!(error instanceof Error) || error.name !== 'TinproofError') throw error
    return { isValid: false, reason: error.message }
  }
}

const download = (file: RecordFile) =>
  saveFile(`${file.record.recordId}.json`, 'application/json', `${JSON.stringify(file, null, 2)}\n`)

type SignatureProps = { file: RecordFile; link: string | undefined }

const Signature = ({ file: { record }, link }: SignatureProps) => (
  <dl className="space-y-1 break-words text-muted text-sm">
    <div>
      <dt className="inline font-medium">Record: </dt>
      <dd className="inline break-all font-mono">{record.recordId}</dd>
      <dd className="inline">, number {record.number} of the organization </dd>
      <dd className="inline break-all font-mono">{record.organizationId}</dd>
    </div>
    <div>
      <dt className="inline font-medium">Signed: </dt>
      <dd className="inline">{formatInstant(record.signedAt)}</dd>
    </div>
    <div>
      <dt className="inline font-medium">Reference: </dt>
      <dd className="inline break-all font-mono">{record.response.referenceId}</dd>
    </div>
    <div>
      <dt className="inline font-medium">Rules: </dt>
      <dd className="inline">as of {record.rulesAsOf}</dd>
    </div>
    {link ? (
      <div className="hidden print:block">
        <dt className="inline font-medium">Verify the signature at: </dt>
        <dd className="inline break-all font-mono">{link}</dd>
      </div>
    ) : null}
  </dl>
)
