/* A small card game of six on boardgame.io's server: a hand that others don't see, a card a turn, a card from the deck.
 * `node server.js PORT [FOLDER]` listens on 127.0.0.1; matches are kept in the folder, else in memory. */
"use strict";

const { FlatFile, Server } = require("boardgame.io/server");

const COLOURS = 6;
const RANKS = 12;
const HAND = 5;

function setup({ ctx, random }) {
  const kinds = Array.from({ length: COLOURS * RANKS }, (_, number) => ({
    colour: Math.floor(number / RANKS),
    rank: (number % RANKS) + 1,
  }));
  const deck = random.Shuffle(kinds);
  const hands = {};
  const piles = {};
  for (const seat of ctx.playOrder) {
    hands[seat] = deck.splice(0, HAND);
    piles[seat] = [];
  }
  return { deck, hands, piles };
}

function play({ G, playerID }, place) {
  const hand = G.hands[playerID];
  if (!Number.isInteger(place) || !hand[place]) {
    return "INVALID_MOVE";
  }
  G.piles[playerID].push(...hand.splice(place, 1));
  hand.push(...G.deck.splice(0, 1));
}

function points(pile) {
  return pile.reduce((sum, card) => sum + card.rank, 0);
}

function endIf({ G, ctx }) {
  if (Object.values(G.hands).some((hand) => hand.length)) {
    return undefined;
  }
  const best = Math.max(...Object.values(G.piles).map(points));
  return { winners: ctx.playOrder.filter((seat) => points(G.piles[seat]) === best) };
}

function playerView({ G, playerID }) {
  const seen = ([seat, hand]) => [seat, seat === playerID ? hand : hand.length];
  return { ...G, deck: G.deck.length, hands: Object.fromEntries(Object.entries(G.hands).map(seen)) };
}

const game = {
  name: "cards",
  minPlayers: 6,
  maxPlayers: 6,
  setup,
  moves: { play: { move: play, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf,
  playerView,
};

const [, , port, dir] = process.argv;
const db = dir === undefined ? undefined : new FlatFile({ dir });
Server({ games: [game], origins: [], db }).run({ port: { port: Number(port), host: "127.0.0.1" } });
