import { type Author, displayName } from '@parvis/contract/entity.ts'
import { t } from '#web/kernel/text/i18n.ts'

/** Returns the display name of a person; members who left have no name and are shown with a fixed text instead. */
export const chatName = (person: Pick<Author, 'company' | 'firstname' | 'initial' | 'pseudo'>): string =>
  displayName(person) || t('messages.gone')
