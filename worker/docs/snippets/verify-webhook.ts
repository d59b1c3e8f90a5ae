import type { Snippet } from './snippets.ts'

/** How a receiver verifies an event. `secret` is the endpoint's. */
export const verifyWebhookSnippets: readonly Snippet[] = [
  {
    id: 'bash',
    name: 'Shell',
    text: `# $id, $timestamp and $signatures are the headers. body.json is the raw body.
key=$(printf %s "\${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
expected=$( (printf '%s.%s.' "$id" "$timestamp"; cat body.json) |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
age=$(( $(date +%s) - timestamp ))
if [[ " $signatures " == *" v1,$expected "* ]] && (( age > -300 && age < 300 )); then
  echo valid
fi`,
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    text: `import { verifyWebhook } from 'tinproof'

const secret = process.env.TINPROOF_WEBHOOK_SECRET ?? ''

export async function POST(request: Request) {
  const event = await verifyWebhook(await request.text(), request.headers, secret)
  if (event.type === 'batch.completed') console.log(event.data.batchId)
  return new Response(null, { status: 204 })
}`,
  },
  {
    id: 'python',
    name: 'Python',
    text: `# pip install standardwebhooks
import os
from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["TINPROOF_WEBHOOK_SECRET"])


def receive(body: bytes, headers: dict[str, str]) -> None:
    event = webhook.verify(body, headers)  # raises WebhookVerificationError
    print(event["type"], event["data"])`,
  },
  {
    id: 'php',
    name: 'PHP',
    text: `<?php
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = (int) ($_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? 0);
$key = base64_decode(substr(getenv('TINPROOF_WEBHOOK_SECRET'), strlen('whsec_')));
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
$matches = array_filter($signatures, fn ($each) => hash_equals($expected, $each));
if (!$matches || abs(time() - $timestamp) > 300) {
    http_response_code(400);
    exit;
}
$event = json_decode($body, true);`,
  },
  {
    id: 'java',
    name: 'Java',
    text: `static boolean isValid(String body, String id, String timestamp, String signatures, String secret)
    throws GeneralSecurityException {
  var key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
  var mac = Mac.getInstance("HmacSHA256");
  mac.init(new SecretKeySpec(key, "HmacSHA256"));
  var hash = mac.doFinal((id + "." + timestamp + "." + body).getBytes(UTF_8));
  var expected = ("v1," + Base64.getEncoder().encodeToString(hash)).getBytes(UTF_8);
  var age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
  return Math.abs(age) <= 300
      && Arrays.stream(signatures.split(" "))
          .anyMatch(each -> MessageDigest.isEqual(each.getBytes(UTF_8), expected));
}`,
  },
  {
    id: 'go',
    name: 'Go',
    text: `import standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

func receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	webhook, secretErr := standardwebhooks.NewWebhook(os.Getenv("TINPROOF_WEBHOOK_SECRET"))
	if err != nil || secretErr != nil || webhook.Verify(body, r.Header) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	fmt.Println(string(body))
	w.WriteHeader(http.StatusNoContent)
}`,
  },
  {
    id: 'csharp',
    name: 'C#',
    text: `static bool IsValid(string body, string id, string timestamp, string signatures, string secret)
{
    var key = Convert.FromBase64String(secret["whsec_".Length..]);
    var hash = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{id}.{timestamp}.{body}"));
    var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hash));
    var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp);
    return Math.Abs(age) <= 300 && signatures.Split(' ').Any(each =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(each), expected));
}`,
  },
]
