import { useFormDraft } from '#web/kernel/device/use-form-draft.ts'
import { type InformationDraft, isValidValue } from './information-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Unsaved changes to the information of a community, by draft owner. */
    informationdrafts: Record<string, unknown>
  }
}

export const useInformationForm = (owner: string, saved: InformationDraft) =>
  useFormDraft('informationdrafts', owner, saved, isValidValue)

export type InformationFormState = ReturnType<typeof useInformationForm>
