import type { Community } from '@parvis/contract/community.ts'
import type { CommunityInformation } from '@parvis/contract/information.ts'
import type { ReactNode } from 'react'
import { Front } from './Front.tsx'
import { Handouts } from './Handouts.tsx'
import { Numbers } from './Numbers.tsx'
import { Places } from './Places.tsx'
import { PlanCard } from './PlanCard.tsx'
import { Staff } from './Staff.tsx'
import { WhereCard } from './WhereCard.tsx'
import css from './Told.module.css'

export interface ToldProps {
  community: Community
  told: CommunityInformation
  printsPoster: boolean
  /** Shown to guests, who see less than members. */
  offer?: ReactNode
}

/** Everything on the information page that the viewer can see. */
export const Told = ({ community, told, printsPoster, offer }: ToldProps) => (
  <div className={css.container}>
    <div className={css.grid}>
      <Front community={community} told={told} />
      <WhereCard community={community} photo={told.mapPhoto} />
      {told.plan && <PlanCard plan={told.plan} />}
      <Handouts community={community} told={told} printsPoster={printsPoster} />
      {offer}
      <div className={css.stack}>
        <Numbers numbers={told.usefulNumbers} />
        <Staff staff={told.staff} communityUri={community.customUri} />
      </div>
      <Places places={told.places} />
    </div>
  </div>
)
