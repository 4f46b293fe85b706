import { useFormDraft } from '#web/kernel/device/use-form-draft.ts'
import { type InformationDraft, isValidValue } from './information-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Unsaved changes to the information of a community, by member and community. */
    informationdrafts: Record<string, unknown>
  }
}

export const useInformationForm = (draftOwner: string, savedValues: InformationDraft) =>
  useFormDraft('informationdrafts', draftOwner, savedValues, isValidValue)

export type InformationFormState = ReturnType<typeof useInformationForm>
