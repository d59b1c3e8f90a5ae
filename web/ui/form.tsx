import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }

/** The fields show their errors themselves, and nothing is sent to a URL. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
    {...form}
  />
)
