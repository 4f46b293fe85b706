import type { Person } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useMenu } from '#web/ui/use-menu.ts'

/** Menu in a conversation with actions on the other person. */
export const PersonMenu = ({ person, onBlock }: { person: Person; onBlock: (person: Person) => void }) => {
  const { t } = useText()
  const { button, panel, part } = useMenu(() => import('#web/ui/Menu.tsx'))
  return (
    <>
      <IconButton icon="ellipsis" label={t('feed.menu')} {...button} />
      {part && (
        <part.Menu menu={panel} label={t('feed.menu')}>
          <part.MenuItem icon="ban" onClick={() => onBlock(person)}>
            {t('feed.menu.block', { name: displayName(person) })}
          </part.MenuItem>
        </part.Menu>
      )}
    </>
  )
}
