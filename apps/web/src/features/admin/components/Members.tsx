import { type DeskMember, MAX_MEMBER_SEARCH_LENGTH } from '@parvis/contract/admin.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useDebouncedText } from '#web/kernel/screen/debounced-text.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { membersQuery } from '../admin.queries.ts'
import { fullName, shortHome } from '../member-text.ts'
import desk from '../DeskView.module.css'
import css from './Members.module.css'

const SKELETON_ROWS = 5

export interface MembersProps {
  community: { _id: string; customUri: string }
  search: string
  onSearch: (search: string) => void
}

export const Members = ({ community: { _id, customUri: c }, search, onSearch }: MembersProps) => {
  const { t } = useText()
  const [typed, setTyped] = useDebouncedText(search, onSearch)
  const query = useInfiniteQuery(membersQuery(_id, search))
  const members = query.data?.pages.flatMap(page => page.docs) ?? []
  const state = viewStateOf(query)
  return (
    <Card as="section" aria-labelledby="members" className={css.members}>
      <div className={desk.head}>
        <h2 id="members" className={desk.title}>
          {t('admin.members')}
        </h2>
        <div className={css.search}>
          <SearchField
            label={t('admin.members.search')}
            placeholder={t('admin.members.placeholder')}
            maxLength={MAX_MEMBER_SEARCH_LENGTH}
            value={typed}
            onChange={setTyped}
          />
        </div>
      </div>
      <p className={typography.hidden} role="status">
        {search && state === 'content' && t('admin.members.found', { count: members.length })}
      </p>
      {state === 'waiting' && <MembersSkeleton />}
      {state === 'failed' && <LoadError query={query} title={t('admin.members.failed')} />}
      {state === 'stale' && <LastUpdated query={query} />}
      {query.data &&
        state !== 'failed' &&
        (members.length === 0 ? (
          <p className={css.none}>{t('admin.members.none', { search })}</p>
        ) : (
          <>
            <MembersTable c={c} members={members} dimmed={query.isPlaceholderData} />
            <div className={css.end}>
              {query.isFetchNextPageError && <p role="alert">{t('admin.members.morefailed')}</p>}
              {query.hasNextPage && (
                <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('admin.members.more')}
                </Button>
              )}
            </div>
          </>
        ))}
    </Card>
  )
}

const MembersTable = ({ c, members, dimmed }: { c: string; members: readonly DeskMember[]; dimmed: boolean }) => {
  const { t } = useText()
  return (
    <table className={css.table} aria-labelledby="members" aria-busy={dimmed} data-dimmed={dimmed || undefined}>
      <thead>
        <tr>
          {(['name', 'role', 'home', 'seen'] as const).map(column => (
            <th key={column} scope="col">
              {t(`admin.members.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className={typography.hidden}>{t('admin.members.open')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map(member => (
          <MemberRow key={member._id} c={c} member={member} />
        ))}
      </tbody>
    </table>
  )
}

const MemberRow = ({ c, member }: { c: string; member: DeskMember }) => {
  const { t } = useText()
  const { ago } = useFormat()
  const name = fullName(member)
  const role = t(`session.role.${member.role}`, { gender: member.gender ?? 'other' })
  return (
    <tr>
      <th scope="row" aria-label={name}>
        <span className={css.name}>
          <span className={classNames(member.disabled && css.off)}>
            <Avatar name={name} photoUri={member.photoUri} size="m" />
          </span>
          <span>
            <Link to="/$c/gestion/membre" params={{ c }} search={{ id: member._id }}>
              {name}
            </Link>
            <small>{member.pseudo}</small>
          </span>
        </span>
      </th>
      <td>
        {member.disabled ? (
          <Badge kind="danger">{t('admin.members.disabled')}</Badge>
        ) : member.role === 'neighbor' ? (
          <span className={css.muted}>{role}</span>
        ) : (
          <Badge kind={isStaff(member.role) ? 'team' : 'plain'}>{role}</Badge>
        )}
      </td>
      <td className={css.wide}>{shortHome(member) ?? '–'}</td>
      <td className={classNames(css.wide, typography.num)}>
        {member.lastSeen ? ago(member.lastSeen) : t('admin.members.never')}
      </td>
      <td aria-hidden="true" className={css.go}>
        <span>
          <Icon name="chevron-right" size="s" />
        </span>
      </td>
    </tr>
  )
}

const MembersSkeleton = () => {
  const { t } = useText()
  return (
    <div className={css.bones} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: SKELETON_ROWS }, (_, n) => (
        <div key={n} className={css.name}>
          <Skeleton shape="disc" />
          <Skeleton width={46 - 4 * n} />
        </div>
      ))}
    </div>
  )
}
