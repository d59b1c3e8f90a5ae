/** What the answer itself says in `additionalInfo`. */
const answerInfo = {
  identifier: {
    description: 'The type of number, `CC.TYPE`. Absent where the number is like none of the country’s.',
    examples: ['BE.VAT'],
  },
  holder: {
    description: 'Who numbers of this type are given to: `company`, `person` or `any`.',
    examples: ['company'],
  },
  check: {
    description:
      'The most that can be checked of this type without a register: `none` is length and characters.',
    enum: ['checksum', 'structure', 'none'],
  },
  basis: {
    description:
      'Who published the rule: `published` is the tax office, the law, the OECD or the EU, `secondary` other public pages, and such a rule is kept loose.',
    enum: ['published', 'secondary'],
  },
  localName: { description: 'What the type is called in its own country, where that differs.' },
  confidence: {
    description:
      'What the verdict rests on: what a register said, a check digit, the make-up of the number, or its length and characters alone. Absent where the country gives out no tax IDs.',
    enum: ['register', 'checksum', 'structure', 'format'],
  },
  compact: {
    description: 'A valid number without separators, in capitals, as it is best kept.',
    examples: ['0403019261'],
  },
  suggestion: {
    description:
      'Of an invalid number: the valid one that a plain slip would explain, as it is customarily written.',
    examples: ['DE136695976'],
  },
  suggestionCountry: {
    description: 'The country of the suggestion, where it is another than the one asked for.',
    examples: ['AT'],
  },
  register: { description: 'The name of the register that spoke.', examples: ['VIES'] },
  registerAge: {
    description: 'How long ago it spoke, in seconds, as a text of digits.',
    examples: ['167'],
    pattern: '^[0-9]+$',
  },
  registerStatus: {
    description: 'The register’s own word for the standing of the number.',
    examples: ['deleted'],
  },
  proven: {
    description:
      'What is proven by the register, as a sentence: that a company exists is not that it is registered for VAT.',
    examples: ['It is registered for VAT or sales tax.'],
  },
  receipt: {
    description:
      'The register’s number for this question (VIES: the consultation number), where it was asked in the name of your organization.',
    examples: ['WAPIAAAA03019261'],
  },
  nameMatch: {
    description: 'How the `name` of the call compares with the registered one.',
    enum: ['exact', 'close', 'different', 'not disclosed'],
  },
  nameMatchPercent: {
    description: 'How alike the names are, 0 to 100, as a text of digits. Absent where no name is disclosed.',
    examples: ['100'],
    pattern: '^[0-9]{1,3}$',
  },
}

const legalForm = 'The legal form, in words.'

/** What a number itself says, by the key. */
export const numberFacts = {
  activity: 'Germany: the number of the business among those of one holder.',
  birthDate:
    'Date of birth, `YYYY-MM-DD`; where the number does not tell the century, `YY-MM-DD (century not stated)`.',
  birthYear: 'Year of birth, where no day is told; it may be `YY (century not stated)`.',
  birthplace: 'Mexico: where the holder was born.',
  establishment: 'Whether it is a head office or a branch, or the number of the branch.',
  fiscalRegion: 'Brazil: the states of the tax region that gave it out.',
  foundingDate:
    'Date of foundation, `YYYY-MM-DD` or `YYYY-MM`; where the number does not tell the century, it says so.',
  kind: 'What the number is or whom it was given to, as `company`, `foreigner` or `head office`.',
  legalForm,
  omocodia: 'Italy: letters stand for digits, because two people would have had one code.',
  pan: 'India: the PAN within the GSTIN.',
  possibleStates: 'Germany: the states that may have given it out, separated by commas.',
  province: 'Province that gave it out.',
  region: 'Region or town that gave it out.',
  registrationYear: 'Year of registration.',
  sex: '`female` or `male`.',
  siren: 'France: the SIREN within the SIRET.',
  state: 'State that gave it out, or that the holder comes from.',
}

/** What a register knows besides, by the key. Words and codes are its own. */
export const registerFacts = {
  acn: 'Australia: the company’s ACN.',
  act: 'Canada: the act under which the corporation was founded.',
  activityCode: 'Code of the main activity in the country’s classification.',
  businessNames: 'Business names, separated by semicolons.',
  cancelledOn: 'Day on which the registration was cancelled.',
  closedOn: 'Day on which the business closed.',
  companyNumber: 'The company’s number in the register of companies.',
  companyType: 'Kind of company, in words.',
  corporationNumber: 'Canada: the corporation’s number.',
  deletedOn: 'Day on which it was deleted.',
  disclosure: 'France: `partial` where the holder has most of the entry kept private.',
  dissolvedOn: 'Day on which it was dissolved.',
  endedOn: 'Day on which it ended.',
  englishName: 'Name in English.',
  entityType: 'Kind of entity, in words.',
  expiredOn: 'Day on which the registration expires or expired.',
  foundedOn: 'Day of foundation.',
  gstNumber: 'New Zealand: the GST number.',
  gstRegistered: 'Australia: whether it is registered for GST, `true` or `false`.',
  gstSince: 'Australia: the day from which it has been registered for GST.',
  headOffice: 'France: the SIRET of the head office.',
  inactive: 'Romania: whether it is declared inactive, `true` or `false`.',
  issuedOn: 'Day on which the number was given out.',
  legalForm,
  legalFormCode: 'Code of the legal form in the country’s classification.',
  lei: 'Legal entity identifier (ISO 17442).',
  leiStatus: 'Standing of the LEI.',
  registeredBy: 'Taiwan: the office that registered it.',
  registeredOn: 'Day of registration.',
  registrant: 'Japan: `corporation` or `individual`.',
  registrationAuthority: 'GLEIF’s code of the register that the entity stands in.',
  registrationNumber: 'Romania: the number in the trade register.',
  requester:
    '`refused` where the register does not take your organization’s VAT number, so that there is no receipt.',
  startedOn: 'Day on which the activity began.',
  statusSince: 'Day from which the status has held.',
  suspendedFrom: 'Day from which the business is suspended.',
  suspendedUntil: 'Day until which the business is suspended.',
  taxNumber: 'Slovakia: the tax number (DIČ).',
  taxType: 'South Korea: how the business is taxed.',
  taxTypeSince: 'South Korea: the day from which it has been taxed so.',
  tradeName: 'Trade name.',
  tradingNames: 'Trading names, separated by semicolons.',
  vatEntry: 'Finland: the entry in the VAT register, in words.',
  vatGroup: 'Switzerland: the UID of the VAT group.',
  vatGroupNumber: 'Czechia: the number of the VAT group.',
  vatNumber: 'Czechia: the VAT number (DIČ).',
  vatRegistered: 'Whether it is registered for VAT, `true` or `false`.',
  vatSince: 'Day from which it has been registered for VAT.',
  vatUntil: 'Day until which it is or was registered for VAT.',
}

const told = (facts: Readonly<Record<string, string>>, by: string) =>
  Object.fromEntries(
    Object.entries(facts).map(([key, text]) => [key, { description: `${by} ${text}`.trim() }]),
  )

/** Every known key of `additionalInfo`. */
export const infoProperties: Readonly<Record<string, { type: 'string' }>> = Object.fromEntries(
  Object.entries<object>({
    ...told(numberFacts, 'Told by the number.'),
    ...told(registerFacts, 'Told by the register.'),
    ...told({ legalForm }, 'Told by the number or the register.'),
    ...answerInfo,
  }).map(([key, words]) => [key, { type: 'string' as const, ...words }]),
)
