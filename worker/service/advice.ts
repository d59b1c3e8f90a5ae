/** What the operator can do, by the part of a problem's code before the slash. */
export const advice = {
  DATABASE_DOWN:
    "See Neon's status page. If the database must go back to an earlier state, see Restore in worker/OPERATIONS.md.",
  REDIS_DOWN:
    "See Upstash's status page. Nothing needs to be repaired afterwards: PostgreSQL replaces Redis, only slower.",
  REDIS_WENT_BACK:
    'Run `npm run epoch:bump`, commit, and run `npm run deploy`: until then, revoked tokens may work again. That also ends this problem.',
  REDIS_LOST_DATA:
    'Nothing needs to be repaired: Redis fills again from PostgreSQL. Look for the reason at Upstash: a flush, another database, or eviction because memory is full. This problem ends after an hour.',
  JOBS_STOPPED:
    'Check at Cloudflare that tinproof-dashboard has its cron trigger (`npm run deploy` sets it), and at Neon that PostgreSQL answers.',
  JOB_FAILING:
    'Run `npx wrangler tail tinproof-dashboard` and look for `job: <name>`. The job continues where it stopped once the cause is gone.',
  JOB_LATE:
    'The job takes too long, or Cloudflare stops it: look at CPU time and memory of tinproof-dashboard there.',
  EMAILS_WAIT:
    "Look for `email delayed` in the log: its reason is Resend's. Emails are dropped after 7 days.",
  WEBHOOKS_WAIT:
    'Look for `webhook` and `webhook queue` in the log, and at the backlog of the queue tinproof-webhooks at Cloudflare. If a key of `TWO_FACTOR_KEYS` is gone, put it back. The deliveries are in PostgreSQL and go out once the cause is gone.',
  MONITORS_WAIT:
    'Look for `start checks`, `apply checks` and errors of `job: check-monitors` in the log. If a key of `BATCH_KEYS` is gone, put it back. Checks that are due start once the cause is gone.',
  RECORDS_WAIT:
    'Look for `sign records` in the log. If a key of `RECORD_KEYS` is gone, put it back. The records are in PostgreSQL, and are signed once the cause is gone.',
  REGISTER_SUSPECTED:
    'Look up some of its numbers by hand. If its answers are right, trust them on the System page. Otherwise do nothing: changes that it still reports after a day are reported.',
  PAYMENTS_WAIT:
    'Look for `payment job` in the log. A job tries again with growing pauses. After the last try, SUPPORT_EMAIL gets an email, and the Analytics tab lists the payment.',
  CALLS_WAIT:
    'Look for `write <n> calls` and `unreadable call: <field>` in the log. If PostgreSQL is only slow, see Capacity in worker/OPERATIONS.md. Calls wait for almost half a day.',
  CALLS_DEAD:
    'Look for `unreadable call: <field>` and `write 1 calls` in the log. Fix the cause and deploy: a job tries again within an hour. The calls are in `dead_calls`. To give calls up, delete their rows.',
  CALLS_LOST:
    'Workers were killed, or callers hung up: look at errors, CPU time and memory of tinproof-api at Cloudflare. The calls stay counted.',
} as const

export type ProblemKind = keyof typeof advice
