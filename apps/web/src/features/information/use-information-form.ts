import { useWritten } from '#web/kernel/device/use-written.ts'
import { type InformationDraft, isValue } from './information-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** what was touched of a community's information and not yet saved, by whose it is */
    informationdrafts: Record<string, unknown>
  }
}

/** What is written of a community. */
export const useInformationForm = (owner: string, stands: InformationDraft) =>
  useWritten('informationdrafts', owner, stands, isValue)
