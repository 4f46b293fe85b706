import type { Person } from '@parvis/contract/profile.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { WayAct, Ways } from '#web/ui/Ways.tsx'
import { nameOf } from '../person-name.ts'
import { useFlagPerson } from '../person.queries.ts'
import type * as Asking from './FlagPerson.tsx'

// apart from what is done with it: the bundler would put that inside its own watch over the import
const loadAsking = () => import('./FlagPerson.tsx')

/** What is seldom done with somebody. */
export const PersonActs = ({ person, onBlock }: { person: Person; onBlock: () => void }) => {
  const { t } = useText()
  const navigate = useNavigate()
  const { c = '' } = useParams({ strict: false })
  const { mutate: flag, isPending } = useFlagPerson(() => void navigate({ to: '/$c/regles', params: { c } }))
  const [asking, setAsking] = useState<typeof Asking | null>(null)
  const { abilities } = person
  if (!abilities.flag && !abilities.block) return null
  return (
    <>
      <Ways label={t('people.acts')}>
        {abilities.flag && (
          <WayAct
            plain
            icon="flag"
            title={t('people.flag')}
            busy={isPending}
            onAct={() => void loadAsking().then(part => setAsking(part), onLostPart)}
          />
        )}
        {abilities.block && (
          <WayAct
            icon="ban"
            title={t('people.block')}
            detail={t('people.block.text', { gender: person.gender ?? 'other' })}
            busy={false}
            onAct={onBlock}
          />
        )}
      </Ways>
      {asking && (
        <asking.FlagPerson
          name={nameOf(person)}
          onClose={() => setAsking(null)}
          onFlag={reason => {
            setAsking(null)
            flag({ id: person._id, reason })
          }}
        />
      )}
    </>
  )
}
