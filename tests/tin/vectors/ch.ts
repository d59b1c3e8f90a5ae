import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CH.UID': {
    valid: ['CHE-105.909.036', 'CHE100155212', 'che109910570', '105.829.940', 'CHE-116.281.710'],
    invalid: ['CHE-100.155.211', 'CHE-100.155.21', 'CHE-000.000.000', 'CHF-100.155.212', 'CHE-100.155.2120'],
  },
  'CH.MWST': {
    valid: [
      'CHE-105.829.940 MWST',
      'CHE-107.787.577 IVA',
      'CHE-116.281.710 TVA',
      'CHE-105.909.036 TPV',
      '105.829.940 MWST',
      'CHE-105.829.940',
      '105829940',
      'che-107.787.577 mwst',
    ],
    invalid: [
      'CHE-107.787.578 IVA',
      'CHE-107.787.577 VAT',
      'CHE-107.787.57 MWST',
      '123 456',
      'CHE-000.000.000 MWST',
    ],
  },
  'CH.AHV': {
    valid: ['756.9217.0769.85', '7561234567897'],
    invalid: ['756.9217.0769.84', '757.9217.0769.82', '756.9217.0769', '756.0000.0000.02'],
  },
}
