import { everyday } from './posts/everyday.ts'
import { gatherings } from './posts/gatherings.ts'
import { helping } from './posts/helping.ts'
import { household } from './posts/household.ts'
import { lending } from './posts/lending.ts'
import { meals } from './posts/meals.ts'
import { mornings } from './posts/mornings.ts'
import { notices } from './posts/notices.ts'
import { outdoors } from './posts/outdoors.ts'
import { outings } from './posts/outings.ts'
import { play } from './posts/play.ts'
import { stories } from './posts/stories.ts'
import { watching } from './posts/watching.ts'
import { welcomes } from './posts/welcomes.ts'
import type { DemoPost } from './posts/post.ts'

export type { DemoPost, Sky } from './posts/post.ts'

/** Every post of the demo world; no order is meant. */
export const posts: DemoPost[] = [
  ...gatherings,
  ...meals,
  ...outdoors,
  ...play,
  ...lending,
  ...helping,
  ...household,
  ...everyday,
  ...stories,
  ...notices,
  ...watching,
  ...outings,
  ...welcomes,
  ...mornings,
]
