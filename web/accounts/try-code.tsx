import { useEffect, useState } from 'react'
import { curlExample } from '#web/lib/curl-example.ts'
import { sandboxToken, savedToken } from '#web/lib/sandbox-token.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { TryRequest } from './try-examples.ts'

export const AnswerJson = ({ answer }: { answer: ValidationResponse }) => (
  <CodeBlock
    label="POST /api/tinproof/validate"
    code={JSON.stringify(answer, null, 2)}
    className="[&_section]:max-h-80 [&_section]:overflow-y-auto"
  />
)

export function RequestCurl({ request }: { request: TryRequest }) {
  const [token, setToken] = useState(savedToken)
  useEffect(() => {
    sandboxToken().then(setToken, () => undefined)
  }, [])
  return (
    <>
      <CodeBlock
        label="The same call from your code"
        code={curlExample(location.origin, token ?? 'tp_test_YOUR_TOKEN', request)}
      />
      {token ? (
        <p className="mt-2 text-muted text-sm">
          It runs as it is: the token is yours for an hour, for the sandbox.
        </p>
      ) : null}
    </>
  )
}
