import { createContext, type ReactNode } from 'react'

/** What the dialogs on a screen are about, such as an organization's name. */
export const DialogScope = createContext<ReactNode>(null)
