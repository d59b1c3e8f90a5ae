import { curlExample } from '#web/lib/curl-example.ts'
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

export const RequestCurl = ({ request }: { request: TryRequest }) => (
  <CodeBlock
    label="The same call from your code"
    code={curlExample(location.origin, 'tp_test_YOUR_TOKEN', request)}
  />
)
