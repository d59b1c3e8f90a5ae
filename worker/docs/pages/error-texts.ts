import type { PublicErrorCode } from '#worker/errors.ts'

type ErrorText = {
  meaning: string
  fix: string
  /** 'no' by default. */
  retry?: 'no' | 'after the wait' | 'with pauses' | 'next month'
}

export const retryWords: Readonly<Record<NonNullable<ErrorText['retry']>, string>> = {
  no: 'No. The same request fails again.',
  'after the wait': 'Yes, after the number of seconds in `Retry-After`.',
  'with pauses': 'Yes, with increasing pauses.',
  'next month': 'Not before your quota resets.',
}

export const requestErrors: Readonly<Record<PublicErrorCode, ErrorText>> = {
  INVALID_JSON: {
    meaning: "The request body isn't valid JSON, or isn't encoded as UTF-8.",
    fix: 'Build the body with a JSON library instead of joining strings. In a shell, put the body in single quotes: `-d \'{"countryCode": "DE", "tin": "136695976"}\'`.',
  },
  BODY_INCOMPLETE: {
    meaning: 'The connection was interrupted during the upload, so no batch was created.',
    fix: 'Send the file again. With an [`Idempotency-Key`](/docs/guides/idempotency), a retry never creates a second batch.',
    retry: 'with pauses',
  },
  INVALID_TOKEN: {
    meaning: "The API token doesn't exist. It was mistyped or revoked.",
    fix: 'Check that you copied the whole token, including `tp_live_`. If it was revoked, create a new one under [API Tokens](/tokens). Revoked tokens stop working within 5 seconds.',
  },
  TOKEN_REQUIRED: {
    meaning: 'The request has no API token.',
    fix: 'Send the header `Authorization: Bearer tp_live_…`. Some HTTP clients drop this header after a redirect, so check that the URL starts with `https://` and is exactly as documented.',
  },
  TOKEN_EXPIRED: {
    meaning: 'The API token has expired.',
    fix: 'Create a new token under [API Tokens](/tokens) and replace the old one. To avoid an outage, do this before the old one expires.',
  },
  IP_NOT_ALLOWED: {
    meaning: "The API token has an IP allow-list, and your call came from an address that isn't in it.",
    fix: "Add the address to the token under [API Tokens](/tokens), which also shows the last refused address. Changes take effect within 5 seconds. If the address isn't yours, the token may have leaked: rotate it and end the old secret at once.",
  },
  PERMISSION_MISSING: {
    meaning: "The API token doesn't have the permission that this call needs. Validations need `read`.",
    fix: 'A token\'s permissions can\'t be changed. Create a new token with "Tax Lookup API Access" under [API Tokens](/tokens).',
  },
  ORGANIZATION_SUSPENDED: {
    meaning: "The organization that owns the token is suspended, so its tokens don't work.",
    fix: 'Contact [support](/support).',
  },
  SANDBOX_TOKEN_REFUSED: {
    meaning: 'You used a sandbox token for a call that needs an account.',
    fix: 'Sandbox tokens work for single validations without `async` and `record`. For everything else, [create a free account](/auth?page=register) and then a test token under [API Tokens](/tokens).',
  },
  ROUTE_NOT_FOUND: {
    meaning: 'There is no API endpoint at this URL with this method.',
    fix: "Compare the URL and the method with the [API reference](/docs/reference/). Paths are case-sensitive and don't end with a slash.",
  },
  EVENT_NOT_FOUND: {
    meaning: 'There is no event with the ID in `after`, or it was deleted: events are kept for 30 days.',
    fix: 'Use the `next` value of an earlier call with a token of the same organization and kind. To start with the oldest event, leave out `after`.',
  },
  BATCH_NOT_FOUND: {
    meaning: 'There is no batch with this ID in your organization. It may have been deleted.',
    fix: 'Check the ID, and that the token belongs to the organization that created the batch. Results are deleted after 30 days, or after the time that an admin chose.',
  },
  VALIDATION_NOT_FOUND: {
    meaning:
      'There is no pending or ended validation with this ID in your organization. It may have been deleted. Validations that got their final result at once have no ID.',
    fix: 'Use the `validationId` of a response with status 202, and a token of the same organization. Results are deleted after 30 days, or after the time that an admin chose.',
  },
  RECORD_NOT_FOUND: {
    meaning:
      'There is no record with this ID in your organization. It was deleted, or its retention is over. A test token finds only the records of test tokens.',
    fix: 'Use the `recordId` of a response, and a token of the same organization. See [Records](/docs/guides/records).',
  },
  MONITOR_NOT_FOUND: {
    meaning:
      'There is no monitor with this ID in your organization. It may have been deleted. A test token finds only the monitors of test tokens.',
    fix: 'Use the `id` of a monitor from [List monitors](/docs/reference/list-monitors), and a token of the same organization.',
  },
  MONITOR_EXISTS: {
    meaning: 'Your organization already monitors this number. Its monitor has the ID `monitorId`.',
    fix: 'Nothing is missing, for example after a retry. To change how often the number is checked, [update the monitor](/docs/reference/update-monitor).',
  },
  MONITOR_LIMIT_REACHED: {
    meaning:
      'Your plan allows no more monitors. `limit` says how many. Paused monitors count when you create one, but not when you resume one.',
    fix: 'Delete monitors that you no longer need, or upgrade the plan. See [Monitoring](/docs/guides/monitoring).',
  },
  MONITOR_PAUSED: {
    meaning: "A paused monitor can't be checked.",
    fix: 'Resume it first: [update the monitor](/docs/reference/update-monitor) with `"paused": false`.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: "This URL doesn't support the HTTP method.",
    fix: 'Use a method from the `Allow` header of the response. Validations use `POST`. A redirect can turn a POST into a GET, so check that the URL starts with `https://`.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    meaning:
      "The first request with this `Idempotency-Key` is still in progress, so we can't return its response yet.",
    fix: 'Wait for `Retry-After`, then send the same request with the same key again. See [Idempotency](/docs/guides/idempotency).',
    retry: 'after the wait',
  },
  BATCH_LIMIT_REACHED: {
    meaning: 'Your organization already has as many batches in progress as its plan allows.',
    fix: 'Wait until a batch ends, or cancel one. Higher [plans](/products) allow more: see [Limits](/docs/guides/batches#limits).',
    retry: 'after the wait',
  },
  VALIDATION_LIMIT_REACHED: {
    meaning:
      'Too many validations of your organization are waiting for a register. The number was neither accepted nor counted.',
    fix: 'Wait until some of them end, upgrade your [plan](/products), or leave out `async` to get the result `unconfirmed` at once. For many numbers, create a [batch](/docs/guides/batches).',
  },
  BATCH_RECEIVING: {
    meaning: "The batch is still being uploaded, so it can't be deleted yet.",
    fix: 'Cancel it first with `POST /api/tinproof/batches/{batchId}/cancel`.',
  },
  BATCH_ENDED: {
    meaning: "The batch has already ended, so it can't be canceled.",
    fix: 'Nothing to do. You can download its results, or delete it.',
  },
  BATCH_CANCELED: {
    meaning: 'Someone canceled the batch while it was being uploaded. It cost nothing.',
    fix: 'Create a new batch if you still need the results.',
  },
  NOTHING_TO_RETRY: {
    meaning: 'The batch has no rows to retry, or the time for free retries is over.',
    fix: 'See `retryableRows` and `retryUntil` of the batch. After that time, create a new batch with the rows that are `unconfirmed`.',
  },
  RECORD_EXPORT_TOO_LARGE: {
    meaning: 'More than 20,000 records were signed in this period.',
    fix: 'Export a shorter period with `from` and `to`, such as one month.',
  },
  BODY_TOO_LARGE: {
    meaning: 'The request body is larger than this call accepts.',
    fix: 'Send one number per validation, or [create a batch](/docs/guides/batches). Split a file that is too large. The [limits](/docs/guides/rate-limits#size-limits) list the maximum size.',
  },
  TOO_MANY_ROWS: {
    meaning: 'The batch has more than 100,000 rows, or more than 1,000 with a test token.',
    fix: 'Split it into several batches.',
  },
  TOO_MANY_UNREADABLE_ROWS: {
    meaning:
      "More than 1,000 rows of the upload aren't numbers that we can validate, for example because their country is missing or isn't supported. The message says what is wrong with the first one. No batch was created.",
    fix: 'Check the columns and the countries of your file. See [Upload a file](/docs/guides/batches#upload-a-file).',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The body is compressed, or has a content type that this call doesn't accept.",
    fix: "Send the header `Content-Type: application/json`. Without it, curl's `-d` sends a form. To create a batch, you can also send `text/csv` or `application/x-ndjson`, as plain text. Unpack gzip files, and save spreadsheets as CSV.",
  },
  INVALID_INPUT: {
    meaning:
      'A field of the body or a query parameter is missing or has the wrong type or value. `details` lists each one with the reason.',
    fix: 'Correct the fields in `details`. Send `tin` as a string, not as a number: numbers lose leading zeros.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning:
      'You used this `Idempotency-Key` within the last 24 hours for a request with another body or endpoint.',
    fix: 'Use a new key for each request, such as a UUID. Repeat a key only to retry exactly the same request. See [Idempotency](/docs/guides/idempotency).',
  },
  UNSUPPORTED_COUNTRY: {
    meaning:
      "We can't validate numbers of this country. The message says why: the code is unknown, the territory uses another country's tax IDs or has no residents, or we found no published rule that we could confirm.",
    fix: 'Use a `code` from `GET /api/tinproof/countries`. The codes are ISO 3166-1 alpha-2, and also `XI` (Northern Ireland), `XK` (Kosovo) and `EU`.',
  },
  QUOTA_EXCEEDED: {
    meaning:
      "Your organization has used its validations for this month, doesn't have enough left for a batch, or has none: each account gets free validations in one organization only. The message says which.",
    fix: 'Upgrade your [plan](/products), or wait until the 1st of next month at 00:00 UTC. `Retry-After` is the number of seconds until then.',
    retry: 'next month',
  },
  UPLOAD_LIMIT_REACHED: {
    meaning:
      'Your organization has created as many batches, or uploaded as many megabytes, as its plan allows in an hour or a day. Failed uploads count too.',
    fix: 'Wait for `Retry-After`, and send more rows per batch. Higher [plans](/products) allow more: see [Limits](/docs/guides/batches#limits).',
    retry: 'after the wait',
  },
  SANDBOX_TOKEN_USED_UP: {
    meaning: 'The sandbox token has no validations left.',
    fix: 'Create another one with `POST /api/tinproof/sandbox-token`. If you need more, [create a free account](/auth?page=register) and then a test token under [API Tokens](/tokens), which has no such limit.',
  },
  RATE_LIMITED: {
    meaning: 'You sent too many requests in a short time.',
    fix: 'Wait for `Retry-After`, then send fewer requests in parallel. See [Rate limits](/docs/guides/rate-limits).',
    retry: 'after the wait',
  },
  INTERNAL: {
    meaning: 'Something went wrong on our side. The error is in our log under its `requestId`.',
    fix: 'Retry with increasing pauses. If it still fails, send the `requestId` to [support](/support).',
    retry: 'with pauses',
  },
  SETTINGS_INVALID: {
    meaning: "The service isn't fully configured. This happens only on a new installation.",
    fix: 'If you run the service, check its log for the missing settings. Otherwise, contact [support](/support).',
  },
  SERVICE_UNAVAILABLE: {
    meaning: "A part of our service is temporarily unavailable. The request didn't count toward your quota.",
    fix: "Wait for `Retry-After`, then [retry](/docs/guides/retries). Register outages don't cause this error.",
    retry: 'after the wait',
  },
}

/** What to do about problems with a number, by code. The codes' meaning is in the OpenAPI document. */
export const answerFixes: Readonly<Record<string, string>> = {
  NO_TIN_ISSUED: "Don't require a tax ID for this country.",
  EMPTY: 'Ask for the number. The value you sent has only spaces or punctuation.',
  INVALID_LENGTH:
    'Show the message, which says how many characters the number should have. Often, a digit is missing or a leading zero was lost.',
  INVALID_CHARACTERS:
    'Show the message. Often, someone entered a letter instead of a digit, such as O for 0, or a number of another type.',
  INVALID_FORMAT:
    'Check the country. If `additionalInfo.suggestionCountry` is set, the number is valid in that country.',
  INVALID_COMPONENT: 'Show the message, which says what part is impossible. Often, two digits are swapped.',
  INVALID_CHECKSUM:
    'Show the message. A digit is wrong, or two are swapped. If `additionalInfo.suggestion` is set, ask whether that number was meant.',
  NEVER_ISSUED: 'Ask for the genuine number. This one is a placeholder, such as all zeros.',
  NOT_REGISTERED:
    'Ask your customer to check the number. New numbers can take a few days to appear in a register. In some countries, a number must be activated for trade within the EU before VIES lists it.',
  REGISTRATION_ENDED:
    "Ask your customer for a current number. `additionalInfo.registerStatus` has the register's own word for the status, and can include the end date.",
  SOURCE_TIMEOUT: 'Use the format result for now, and validate the number again in a few minutes.',
  SOURCE_UNREACHABLE: 'Use the format result for now, and validate the number again in a few minutes.',
  SOURCE_UNAVAILABLE:
    'Use the format result for now, and validate the number again later. `GET /api/tinproof/registers` shows when the register works again.',
  SOURCE_THROTTLED: 'Validate the number again in a few minutes. Avoid `fresh`, which skips the cache.',
  SOURCE_BLOCKED: 'Use the format result for now, and validate the number again later.',
  SOURCE_UNREADABLE: 'Use the format result for now, and validate the number again later.',
  SOURCE_WRONG_NUMBER: 'Validate the number again in a few minutes.',
  SOURCE_BUSY:
    'Validate the number again in a minute, and avoid `fresh`. See [Fair use](/docs/guides/registers#fair-use).',
  SOURCE_PAUSED:
    'Validate the number again in a few minutes. The register failed several times in a row, so we are giving it a break of at most five minutes.',
  SOURCE_REFUSED: "Use the format result. The register doesn't accept this number, so a retry doesn't help.",
  SOURCE_NOT_COVERED:
    "Use the format result. The number can be genuine: this register doesn't list all numbers of this type.",
}
