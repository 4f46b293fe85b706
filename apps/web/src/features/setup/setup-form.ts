import type { SetupDraft } from './setup-draft.ts'

/** The props that both steps of the form receive. */
export interface SetupForm {
  draft: SetupDraft
  change: (patch: Partial<SetupDraft>) => void
  errorOf: (field: string) => string | null
  submitCount: number
}
