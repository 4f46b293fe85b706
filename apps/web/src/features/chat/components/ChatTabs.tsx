import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Count } from '#web/ui/Count.tsx'
import typography from '#web/ui/typography.module.css'
import css from './ChatTabs.module.css'

export const chatLists = ['mine', 'groups', 'team', 'neighbors'] as const
export type ChatList = (typeof chatLists)[number]

export const pathOfList = {
  mine: '/$c/mes-conversations',
  groups: '/$c/conversations-de-groupe',
  team: '/$c/a-mon-service',
  neighbors: '/$c/mes-voisins',
} as const satisfies Record<ChatList, string>

export interface ChatTabsProps {
  communityUri: string
  current: ChatList
  unreadInGroups: number
  /** Whether the neighbours tab is shown: not to members who may not start conversations with neighbours. */
  showNeighbors: boolean
}

export const ChatTabs = ({ communityUri, current, unreadInGroups, showNeighbors }: ChatTabsProps) => {
  const { t } = useText()
  return (
    <nav className={css.tabs} aria-label={t('messages.tabs')}>
      {chatLists
        .filter(list => showNeighbors || list !== 'neighbors')
        .map(list => (
          <Link
            key={list}
            to={pathOfList[list]}
            params={{ c: communityUri }}
            replace
            aria-current={list === current ? 'page' : undefined}
          >
            {t(`messages.tab.${list}`)}
            {list === 'groups' && unreadInGroups > 0 && (
              <>
                <Count>{unreadInGroups}</Count>
                <span className={typography.hidden}>{t('messages.list.unread', { count: unreadInGroups })}</span>
              </>
            )}
          </Link>
        ))}
    </nav>
  )
}
