import { bilingual } from '../bilingual.ts'
import { templateOf, type DemoCategory } from './category.ts'

const moment = templateOf('Activity')

export const momentCategories: DemoCategory[] = [
  {
    key: 'gather',
    name: bilingual('Se retrouver', 'Get together'),
    picto: 'clinking-glasses',
    hue: 'share',
    templates: [
      moment(
        'aperitif',
        'clinking-glasses',
        ['Apéro', 'Drinks'],
        ['Un apéro, qui vient ?', 'Drinks: who is in?'],
        [
          'Je propose un apéro entre voisins. Chacun apporte de quoi boire ou grignoter, les enfants sont les bienvenus.',
          'I suggest drinks among neighbours. Bring a bottle or something to nibble; children are welcome.',
        ],
        {
          choices: [
            ['Tout simple', 'Plain and simple'],
            ['Chacun apporte un plat', 'Everyone brings a dish'],
            ['Sans alcool', 'Alcohol-free'],
          ],
        },
      ),
      moment(
        'coffee',
        'hot-beverage',
        ['Un café', 'A coffee'],
        ['On prend un café ?', 'Coffee together?'],
        [
          'Une pause café, une demi-heure, le temps de faire connaissance. La cafetière est prête.',
          'A coffee break, half an hour, just long enough to get to know each other. The pot is on.',
        ],
        {
          choices: [
            ['Café', 'Coffee'],
            ['Thé', 'Tea'],
            ['Chocolat chaud', 'Hot chocolate'],
          ],
        },
      ),
      moment(
        'music',
        'guitar',
        ['Jouer de la musique', 'Play music'],
        ['On joue un peu de musique ?', 'Shall we play some music?'],
        [
          'J’apporte mon instrument, apportez le vôtre. Débutants et casseroles acceptés.',
          'I bring my instrument, you bring yours. Beginners and saucepans welcome.',
        ],
        {
          choices: [
            ['On joue', 'We play'],
            ['On chante', 'We sing'],
            ['On écoute', 'We listen'],
          ],
        },
      ),
      moment(
        'film-evening',
        'popcorn',
        ['Soirée film', 'Film evening'],
        ['Soirée film : qui est partant ?', 'Film evening: who’s up for it?'],
        [
          'Je propose de regarder un film ensemble. On choisit le titre à plusieurs ; chacun vient avec son coussin.',
          'Let’s watch a film together. We choose it as a group; bring your own cushion.',
        ],
      ),
      moment(
        'book-club',
        'open-book',
        ['Club de lecture', 'Book club'],
        ['Parlons de nos lectures', 'Let’s talk about books'],
        [
          'Venez avec un livre que vous avez aimé, ou pas du tout. On en parle autour d’un thé.',
          'Come with a book that you loved, or couldn’t stand. We talk about it over tea.',
        ],
      ),
      moment(
        'languages',
        'speech-balloon',
        ['Café des langues', 'Language café'],
        ['Parlons une autre langue', 'Let’s speak another language'],
        [
          'Une heure de conversation dans une langue que l’on apprend, avec quelqu’un qui la parle.',
          'An hour of conversation in a language that you are learning, with someone who speaks it.',
        ],
        {
          choices: [
            ['Français', 'French'],
            ['Anglais', 'English'],
            ['Italien', 'Italian'],
            ['Espagnol', 'Spanish'],
            ['Une autre', 'Another'],
          ],
        },
      ),
      moment(
        'knitting',
        'yarn',
        ['Couture et tricot', 'Sewing and knitting'],
        ['Après-midi couture et tricot', 'An afternoon of sewing and knitting'],
        [
          'On apporte son ouvrage en cours, on s’échange les astuces et on papote.',
          'Bring what you are working on; we swap tips and chat.',
        ],
      ),
      moment(
        'stargazing',
        'telescope',
        ['Regarder les étoiles', 'Stargazing'],
        ['Ciel dégagé : on regarde les étoiles ?', 'Clear sky: shall we watch the stars?'],
        [
          'La nuit sera claire. Prenez une couverture et une boisson chaude, on éteint les lampes.',
          'It will be a clear night. Bring a blanket and something hot to drink; lights off.',
        ],
      ),
    ],
  },
  {
    key: 'meals',
    name: bilingual('À table', 'Share a meal'),
    picto: 'pot-of-food',
    hue: 'food',
    templates: [
      moment(
        'potluck',
        'pot-of-food',
        ['Repas partagé', 'Potluck'],
        ['Repas partagé : qui se joint à nous ?', 'Potluck: who joins us?'],
        [
          'Chacun apporte un plat pour quatre, salé ou sucré, et on partage tout.',
          'Everyone brings a dish for four, savoury or sweet, and we share the lot.',
        ],
      ),
      moment(
        'picnic',
        'basket',
        ['Pique-nique', 'Picnic'],
        ['Pique-nique dehors ?', 'Picnic outdoors?'],
        [
          'Une nappe, un panier et on s’installe dans l’herbe. Chacun apporte le sien, on mélange.',
          'A cloth, a basket and a spot on the grass. Bring yours, we mix everything.',
        ],
        {
          choices: [
            ['Au jardin', 'In the garden'],
            ['Au bord du lac', 'By the lake'],
            ['En montagne', 'In the mountains'],
          ],
        },
      ),
      moment(
        'barbecue',
        'meat-on-bone',
        ['Barbecue', 'Barbecue'],
        ['On allume le barbecue ?', 'Shall we light the barbecue?'],
        [
          'Je m’occupe du feu. Apportez de quoi griller, viande, poisson ou légumes, et votre chaise.',
          'I see to the fire. Bring something to grill – meat, fish or vegetables – and your chair.',
        ],
      ),
      moment(
        'fondue',
        'fondue',
        ['Fondue, raclette', 'Fondue, raclette'],
        ['Soirée fromage fondu', 'A melted cheese evening'],
        [
          'Il fait froid : c’est le moment. On partage le fromage, le pain et le prix des courses.',
          'It’s cold out: perfect timing. We share the cheese, the bread and the bill.',
        ],
        {
          choices: [
            ['Fondue', 'Fondue'],
            ['Raclette', 'Raclette'],
            ['Tartiflette', 'Tartiflette'],
          ],
        },
      ),
      moment(
        'pancakes',
        'pancakes',
        ['Crêpes', 'Pancakes'],
        ['Crêpes pour tout le monde', 'Pancakes for everyone'],
        [
          'La pâte repose, les poêles chauffent. Apportez votre confiture préférée.',
          'The batter is resting, the pans are warming. Bring your favourite jam.',
        ],
      ),
      moment(
        'soup',
        'steaming-bowl',
        ['Soirée soupe', 'Soup evening'],
        ['La soupe est sur le feu', 'Soup’s on'],
        [
          'Une grande marmite, du pain, et de la place autour de la table. Venez avec votre bol.',
          'A big pot, some bread and room around the table. Bring your own bowl.',
        ],
      ),
      moment(
        'cook-together',
        'cooking',
        ['Cuisiner ensemble', 'Cook together'],
        ['On cuisine ensemble ?', 'Shall we cook together?'],
        [
          'J’aimerais apprendre une recette, ou vous en montrer une. On mange ce qu’on a préparé.',
          'I’d like to learn a recipe, or show you one. We eat what we make.',
        ],
      ),
      moment(
        'birthday',
        'birthday-cake',
        ['Anniversaire', 'Birthday'],
        ['Un anniversaire à fêter', 'A birthday to celebrate'],
        [
          'Une part de gâteau vous attend. Pas de cadeau, votre bonne humeur suffit.',
          'There is a slice of cake with your name on it. No presents, good cheer is enough.',
        ],
      ),
      moment(
        'neighbours-day',
        'party-popper',
        ['Fête des voisins', 'Neighbours’ day'],
        ['C’est la fête des voisins !', 'It’s neighbours’ day!'],
        [
          'Tables et bancs sont installés. Venez comme vous êtes, avec quelque chose à partager.',
          'Tables and benches are out. Come as you are, with something to share.',
        ],
        { after: ['Pour aider à installer, rendez-vous une heure avant.', 'To help set up, come an hour early.'] },
      ),
    ],
  },
  {
    key: 'move-body',
    name: bilingual('Bouger', 'Get moving'),
    picto: 'running-shoe',
    hue: 'sport',
    templates: [
      moment(
        'run',
        'running-shoe',
        ['Course à pied', 'Run'],
        ['Une petite course ?', 'Fancy a run?'],
        ['Allure tranquille, on attend tout le monde.', 'Easy pace, nobody is left behind.'],
        {
          choices: [
            ['5 km', '5 km'],
            ['10 km', '10 km'],
            ['Plus loin', 'Further'],
          ],
        },
      ),
      moment(
        'bike-ride',
        'bicycle',
        ['Sortie à vélo', 'Bike ride'],
        ['Sortie à vélo : qui vient ?', 'Bike ride: who is coming?'],
        [
          'On roule ensemble, avec une pause café. Casque conseillé, pneus gonflés.',
          'We ride together, with a coffee stop. Helmet advised, tyres pumped.',
        ],
        {
          choices: [
            ['Tour du lac', 'Round the lake'],
            ['Un col', 'Up a pass'],
            ['Avec les enfants', 'With children'],
          ],
        },
      ),
      moment(
        'hike',
        'hiking-boot',
        ['Randonnée', 'Hike'],
        ['Randonnée : qui m’accompagne ?', 'Hike: who joins me?'],
        [
          'On part tôt, on pique-nique là-haut, on rentre avant le soir. Bonnes chaussures et de l’eau.',
          'Early start, picnic at the top, home before dark. Good boots and water.',
        ],
        {
          choices: [
            ['Facile', 'Easy'],
            ['Moyenne', 'Medium'],
            ['Sportive', 'Strenuous'],
          ],
        },
      ),
      moment(
        'walk',
        'footprints',
        ['Balade', 'Stroll'],
        ['Une balade, tout simplement', 'Just a stroll'],
        [
          'Une heure de marche à allure de conversation. Poussettes et cannes bienvenues.',
          'An hour’s walk at talking pace. Pushchairs and walking sticks welcome.',
        ],
      ),
      moment(
        'swim',
        'person-swimming',
        ['Baignade', 'Swim'],
        ['On va nager ?', 'Going for a swim?'],
        [
          'Rendez-vous en bas, maillot sous les habits. On reste ensemble dans l’eau.',
          'Meet downstairs, swimsuit on. We stay together in the water.',
        ],
        {
          choices: [
            ['Au lac', 'In the lake'],
            ['À la piscine', 'At the pool'],
          ],
        },
      ),
      moment(
        'yoga',
        'person-in-lotus-position',
        ['Yoga', 'Yoga'],
        ['Yoga sur la pelouse', 'Yoga on the lawn'],
        [
          'Une séance douce, ouverte à tous. Prenez un tapis ou une serviette.',
          'A gentle session, open to all. Bring a mat or a towel.',
        ],
      ),
      moment(
        'petanque',
        'bullseye',
        ['Pétanque', 'Pétanque'],
        ['Une partie de pétanque ?', 'A game of pétanque?'],
        [
          'Il reste des places dans les équipes. Je prête des boules à qui n’en a pas.',
          'There’s room in the teams. I can lend boules to those without.',
        ],
      ),
      moment(
        'ping-pong',
        'ping-pong',
        ['Ping-pong', 'Ping-pong'],
        ['Partenaire de ping-pong recherché', 'Ping-pong partner wanted'],
        [
          'J’ai deux raquettes et des balles presque rondes. Tous niveaux.',
          'I have two bats and balls that are nearly round. All levels.',
        ],
      ),
      moment(
        'paddle',
        'canoe',
        ['Kayak, paddle', 'Kayak, paddle'],
        ['Sortie sur le lac', 'Out on the lake'],
        [
          'On loue sur place ou l’on vient avec son matériel. Gilet pour tout le monde.',
          'Hire there or bring your own. Life jackets for everyone.',
        ],
      ),
      moment(
        'ski',
        'skis',
        ['Ski, raquettes', 'Ski, snowshoes'],
        ['Une journée dans la neige', 'A day in the snow'],
        [
          'On partage les voitures et le thermos. Retour en fin d’après-midi.',
          'We share cars and the flask. Back by late afternoon.',
        ],
        {
          choices: [
            ['Ski de piste', 'Downhill'],
            ['Ski de fond', 'Cross-country'],
            ['Raquettes', 'Snowshoes'],
            ['Luge', 'Sledging'],
          ],
        },
      ),
    ],
  },
  {
    key: 'kids',
    name: bilingual('Enfants et jeux', 'Children and games'),
    picto: 'game-die',
    hue: 'kids',
    templates: [
      moment(
        'board-games',
        'game-die',
        ['Jeux de société', 'Board games'],
        ['Soirée jeux de société', 'Board game evening'],
        [
          'On sort les boîtes du placard, anciennes et nouvelles. On explique les règles à qui arrive.',
          'Out come the boxes, old and new. We explain the rules to whoever turns up.',
        ],
      ),
      moment(
        'cards',
        'joker',
        ['Jeux de cartes', 'Card games'],
        ['Il manque un joueur aux cartes', 'We need one more at cards'],
        [
          'On joue pour le plaisir et pour la mauvaise foi. Débutants acceptés.',
          'We play for fun and for the arguing. Beginners accepted.',
        ],
        {
          choices: [
            ['Belote', 'Belote'],
            ['Tarot', 'Tarot'],
            ['Autre', 'Something else'],
          ],
        },
      ),
      moment(
        'playground',
        'playground-slide',
        ['Rendez-vous à l’aire de jeux', 'Meet at the playground'],
        ['On se retrouve à l’aire de jeux ?', 'See you at the playground?'],
        [
          'Nous y serons un bon moment. Plus on est de petits, plus on rit.',
          'We’ll be there for a good while. The more little ones, the merrier.',
        ],
      ),
      moment(
        'football',
        'soccer-ball',
        ['Ballon', 'Ball games'],
        ['Il nous faut des joueurs !', 'We need players!'],
        ['Match amical, équipes mélangées, petits et grands.', 'Friendly match, mixed teams, young and old.'],
        {
          choices: [
            ['Football', 'Football'],
            ['Basket', 'Basketball'],
            ['Volley', 'Volleyball'],
          ],
        },
      ),
      moment(
        'children-tea',
        'balloon',
        ['Goûter des enfants', 'Children’s tea'],
        ['Un goûter pour les enfants', 'A tea party for the children'],
        [
          'On met les gâteaux en commun, on sort les craies et les ballons. Un adulte par famille.',
          'We pool the cakes and bring out chalks and balloons. One adult per family.',
        ],
      ),
      moment(
        'story-time',
        'teddy-bear',
        ['L’heure du conte', 'Story time'],
        ['Une histoire avant le dîner', 'A story before supper'],
        [
          'Je lis à voix haute une petite demi-heure. Doudous autorisés.',
          'I read aloud for half an hour or so. Cuddly toys allowed.',
        ],
      ),
      moment(
        'crafts',
        'crayon',
        ['Atelier créatif', 'Arts and crafts'],
        ['Atelier dessin et bricolage', 'Drawing and making'],
        [
          'Papier, colle, ciseaux et peinture sont fournis. Prévoir un vieux t-shirt.',
          'Paper, glue, scissors and paint provided. Wear an old T-shirt.',
        ],
      ),
      moment(
        'book-swap',
        'books',
        ['Échange de livres', 'Book swap'],
        ['Échange de livres et de jeux', 'Book and game swap'],
        [
          'Apportez ce que vous ne lisez plus, repartez avec autre chose.',
          'Bring what you no longer read, leave with something else.',
        ],
      ),
    ],
  },
]
