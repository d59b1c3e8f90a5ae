import { useEffect, useEffectEvent, useState } from 'react'
import { triedNumber } from '#web/lib/kept-text.ts'
import { type CountryChoice, choiceAfter, detectCountry, needsDetection } from './detect-country.ts'

export type FormValues = CountryChoice & {
  tin: string
  tokenId: number | undefined
  name: string
  address: string
  checksRegister: boolean
}

const emptyForm: FormValues = {
  country: undefined,
  foundFor: undefined,
  tin: '',
  tokenId: undefined,
  name: '',
  address: '',
  checksRegister: true,
}

const TYPING_MS = 150

const none: readonly string[] = []

export function useValidateForm(saved: FormValues | undefined) {
  const [form, setForm] = useState(() => {
    const tried = triedNumber.read()
    return tried === undefined ? (saved ?? emptyForm) : { ...emptyForm, tin: tried }
  })
  useEffect(triedNumber.forget, [])
  const [found, setFound] = useState({ tin: '', prefixed: '', codes: none })
  const { tin } = form
  const isDetecting = needsDetection(form, tin)

  const detect = async (number: string): Promise<string | undefined> => {
    const fitting = await detectCountry(number)
    setFound({ tin: number, prefixed: fitting.prefixed ?? '', codes: fitting.codes })
    setForm((values) =>
      values.tin === number ? { ...values, ...choiceAfter(values, number, fitting) } : values,
    )
    return choiceAfter(form, number, fitting).country
  }
  const detectLater = useEffectEvent((number: string) => void detect(number))

  useEffect(() => {
    if (!isDetecting) return
    const timer = setTimeout(() => detectLater(tin), TYPING_MS)
    return () => clearTimeout(timer)
  }, [tin, isDetecting])

  return {
    form,
    change: (changes: Partial<FormValues>) => setForm((values) => ({ ...values, ...changes })),
    /** Also right after the number changed, before `detectLater` has run. */
    resolveCountry: async () => (isDetecting ? await detect(tin) : form.country),
    candidates: form.country === undefined && found.tin === tin ? found.codes : none,
    isDetected: form.country !== undefined && form.foundFor === tin && found.prefixed === form.country,
  }
}
