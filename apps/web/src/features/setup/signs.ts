import building from '@parvis/contract/signs/building.svg'
import lake from '@parvis/contract/signs/lake.svg'
import tent from '@parvis/contract/signs/tent.svg'
import tree from '@parvis/contract/signs/tree.svg'
import type { Sign } from '@parvis/contract/setup.ts'

/** The addresses of the drawn signs. */
export const signPictures: Record<Sign, string> = { lake, building, tree, tent }
