import { useWritten } from '#web/kernel/device/use-written.ts'
import { type InformationDraft, isValue } from './information-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Unsaved changes to the information of a community, by draft owner. */
    informationdrafts: Record<string, unknown>
  }
}

export const useInformationForm = (owner: string, stands: InformationDraft) =>
  useWritten('informationdrafts', owner, stands, isValue)
