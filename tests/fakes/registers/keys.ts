/** The API keys that the fakes accept. */
export const REGISTER_KEYS = {
  HMRC_CLIENT_ID: 'hmrc-client',
  HMRC_CLIENT_SECRET: 'hmrc-secret',
  ABN_LOOKUP_GUID: '00000000-0000-4000-8000-000000000000',
  NTS_SERVICE_KEY: 'nts-service-key',
  INSEE_API_KEY: 'insee-api-key',
  NZBN_SUBSCRIPTION_KEY: 'nzbn-subscription-key',
  JP_INVOICE_APP_ID: 'jp-invoice-app-id',
  BOLAGSVERKET_CLIENT_ID: 'bolagsverket-client',
  BOLAGSVERKET_CLIENT_SECRET: 'bolagsverket-secret',
  KRA_CONSUMER_KEY: 'kra-consumer-key',
  KRA_CONSUMER_SECRET: 'kra-consumer-secret',
  PL_WHITE_LIST: 'on',
} as const
