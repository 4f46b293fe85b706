import { bilingual } from '../bilingual.ts'
import { templateOf, type DemoCategory } from './category.ts'

const invitation = templateOf('GooddealActivity')

/** Templates for invitations to good deals: each deal names one of these and has texts of its own. */
export const invitationCategories: DemoCategory[] = [
  {
    key: 'deals',
    name: bilingual('Bons plans', 'Good deals'),
    picto: 'ticket',
    hue: 'share',
    templates: [
      invitation(
        'going-together',
        'ticket',
        ['On y va ensemble', 'Going together'],
        ['Qui vient avec moi ?', 'Who comes with me?'],
        ['J’y vais bientôt : à plusieurs, c’est plus agréable.', 'I am going soon: it is more fun with company.'],
      ),
      invitation(
        'group-order',
        'shopping-bags',
        ['Commande groupée', 'Order together'],
        ['On commande à plusieurs ?', 'Shall we order together?'],
        [
          'Je passe commande : dites-moi ce que je prends pour vous.',
          'I am placing an order: tell me what to take for you.',
        ],
      ),
      invitation(
        'shared-table',
        'fork-and-knife-with-plate',
        ['Une table ensemble', 'A table together'],
        ['Une table entre voisins ?', 'A table among neighbours?'],
        ['Je réserve une table : on s’y retrouve ?', 'I am booking a table: shall we meet there?'],
      ),
    ],
  },
]
