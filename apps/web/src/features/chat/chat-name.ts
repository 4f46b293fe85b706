import { type Author, displayName } from '@parvis/contract/entity.ts'
import { t } from '#web/kernel/text/i18n.ts'

/** What somebody is called in a conversation, which stays when they have left: then they have no name any more. */
export const chatName = (person: Pick<Author, 'company' | 'firstname' | 'initial' | 'pseudo'>): string =>
  displayName(person) || t('messages.gone')
