const answerInfo = {
  type: {
    description: "Type of number, `CC.TYPE`. Omitted if the number doesn't resemble any type of the country.",
    examples: ['BE.VAT'],
  },
  holder: {
    description: 'Who this type is issued to: `company`, `person` or `any`.',
    examples: ['company'],
  },
  check: {
    description:
      'The strongest check available for this type without a register. `none` means length and characters only.',
    enum: ['checksum', 'structure', 'none'],
  },
  basis: {
    description:
      'Where the rule comes from. `published`: a tax office, a law, the OECD or the EU. `secondary`: other public sources, which no authority confirms, so the rule is less strict.',
    enum: ['published', 'secondary'],
  },
  localName: { description: 'What the type is called in its own country, if different.' },
  confidence: {
    description:
      "What the result is based on: a register, a check digit, the structure of the number, or only its length and characters. Omitted if the country doesn't issue tax IDs.",
    enum: ['register', 'checksum', 'structure', 'format'],
  },
  compact: {
    description: 'The valid number in uppercase without separators. Store this form.',
    examples: ['0403019261'],
  },
  suggestion: {
    description: 'For an invalid number: the valid number you probably meant, in its usual format.',
    examples: ['DE136695976'],
  },
  suggestionCountry: {
    description: 'Country of the suggestion, if it differs from the requested country.',
    examples: ['AT'],
  },
  register: { description: 'Name of the register that responded.', examples: ['VIES'] },
  registerAge: {
    description: "Age of the register's response in seconds, as a string of digits.",
    examples: ['167'],
    pattern: '^[0-9]+$',
  },
  registerStatus: {
    description: "Status of the number in the register's own words.",
    examples: ['deleted'],
  },
  consultationNumber: {
    description:
      "The register's reference for this lookup, such as the VIES consultation number. Included if the lookup used your organization's VAT number.",
    examples: ['WAPIAAAA03019261'],
  },
  nameMatch: {
    description: 'The same as `nameComparison.match`.',
    enum: ['exact', 'close', 'different', 'not_disclosed'],
  },
  nameMatchPercent: {
    description:
      'The same as `nameComparison.score`, as a string of digits. Omitted if we compared no names.',
    examples: ['100'],
    pattern: '^[0-9]{1,3}$',
  },
}

const legalForm = 'Legal form, in words.'

export const numberFacts = {
  activity: 'Germany: number of the business, if the holder has several.',
  birthDate:
    "Date of birth, `YYYY-MM-DD`. If the number doesn't include the century, `YY-MM-DD (century not stated)`.",
  birthYear: "Year of birth, if the number doesn't include the day. Can be `YY (century not stated)`.",
  birthplace: 'Mexico: where the holder was born.',
  establishment: 'Head office or branch, or the branch number.',
  fiscalRegion: 'Brazil: the states in the tax region that issued the number.',
  foundingDate:
    "Date the company was founded, `YYYY-MM-DD` or `YYYY-MM`. If the number doesn't include the century, the value says so.",
  governorate: 'Egypt: where the holder was born.',
  kind: 'Kind of number or holder, such as `company`, `foreigner` or `head office`.',
  legalForm,
  npwp: 'Indonesia: the NPWP within the NITKU.',
  omocodia: 'Italy: letters replace digits because two people would otherwise share a code.',
  pan: 'India: the PAN within the GSTIN.',
  possibleStates: 'Germany: the states that could have issued the number, separated by commas.',
  province: 'Province that issued the number.',
  region: 'Region or city that issued the number.',
  registrationYear: 'Year of registration.',
  sex: '`female` or `male`.',
  siren: 'France: the SIREN within the SIRET.',
  state: "State that issued the number, or the holder's home state.",
  year: 'Albania: year of birth of a person, or of registration of a business.',
}

export const registerFacts = {
  acn: "Australia: the company's ACN.",
  act: 'Canada: the act the corporation was founded under.',
  activities: 'Costa Rica: the activities, separated by semicolons.',
  activityCode: "Code of the main activity in the country's classification.",
  businessNames: 'Business names, separated by semicolons.',
  canceledOn: 'Date the registration was canceled.',
  chineseName: 'Hong Kong: the name in Chinese.',
  closedOn: 'Date the business closed.',
  companyNumber: 'Number in the company register.',
  companyType: 'Type of company, in words.',
  corporationNumber: 'Canada: the corporation number.',
  deletedOn: 'Date of deletion.',
  disclosure: 'France: `partial` if the holder keeps most of the entry private.',
  dissolvedOn: 'Date of dissolution.',
  endedOn: 'End date.',
  englishName: 'Name in English.',
  entityType: 'Type of entity, in words.',
  expiredOn: 'Date the registration expires or expired.',
  foundedIn: 'Hong Kong: where a foreign company was founded.',
  foundedOn: 'Date the company was founded.',
  gstNumber: 'New Zealand: the GST number.',
  gstRegistered: 'Australia: whether the entity is registered for GST, `true` or `false`.',
  gstSince: 'Australia: start date of the GST registration.',
  headOffice: 'France: the SIRET of the head office.',
  inArrears: 'Costa Rica: whether taxes are overdue, `SI` or `NO`.',
  inactive: 'Romania: whether the company is declared inactive, `true` or `false`.',
  issuedOn: 'Date the number was issued.',
  lastRenewedIn: 'Colombia: the year of the last renewal.',
  legalForm,
  legalFormCode: "Code of the legal form in the country's classification.",
  lei: 'Legal Entity Identifier (ISO 17442).',
  leiStatus: 'Status of the LEI.',
  missingReturns: 'Costa Rica: whether tax returns are missing, `SI` or `NO`.',
  peppolId: 'The participant ID in the Peppol network.',
  registeredBy: 'Colombia and Taiwan: the office that registered the business.',
  registeredOn: 'Date of registration.',
  registrant: 'Japan: `corporation` or `individual`.',
  registrationAuthority: "GLEIF's code for the register that lists the entity.",
  registrationNumber: 'Romania: the number in the trade register.',
  requester:
    "`refused` if the register doesn't accept your organization's VAT number, in which case there is no consultation number.",
  startedOn: 'Date the activity started.',
  statusSince: 'Start date of the current status.',
  suspendedFrom: 'Date the business was suspended.',
  suspendedUntil: 'Date the suspension ends.',
  taxOffice: 'Costa Rica: the tax office.',
  taxScheme: 'Costa Rica: the tax scheme.',
  taxNumber: 'Hungary and Slovakia: the full tax number (adószám, DIČ).',
  taxType: 'South Korea: how the business is taxed.',
  taxTypeSince: 'South Korea: start date of the current tax type.',
  tradeName: 'Trade name.',
  tradingNames: 'Trading names, separated by semicolons.',
  unreliable: 'Czechia: whether the tax administration lists the payer as unreliable, `true` or `false`.',
  usesUniformInvoices: 'Taiwan: whether the business issues uniform invoices, `Y` or `N`.',
  vatEntry: 'Finland: the entry in the VAT register, in words.',
  vatGroup: 'Switzerland: the UID of the VAT group.',
  vatGroupNumber: 'Czechia: the number of the VAT group.',
  vatNumber: 'Czechia: the VAT number (DIČ).',
  vatRegistered: 'Whether the business is registered for VAT, `true` or `false`.',
  vatSince: 'Start date of the VAT registration.',
  vatUntil: 'End date of the VAT registration.',
}

const described = (facts: Readonly<Record<string, string>>, origin: string) =>
  Object.fromEntries(
    Object.entries(facts).map(([key, text]) => [key, { description: `${origin} ${text}`.trim() }]),
  )

export const infoProperties: Readonly<Record<string, { type: 'string' }>> = Object.fromEntries(
  Object.entries<object>({
    ...described(numberFacts, 'From the number.'),
    ...described(registerFacts, 'From the register.'),
    ...described({ legalForm }, 'From the number or the register.'),
    ...answerInfo,
  }).map(([key, property]) => [key, { type: 'string' as const, ...property }]),
)
