"""Reading linked abilities off a card (CR 607): one module per group of the kinds of CR 607.2.

`pairs` has what a pair is, `exile` a, b, n and q, `put` c, `choices` d, `words` e, f, m and p, `costs` g, i and j,
`paragraphs` h and k; `simulator.cards.linked_pairs` puts them together for a card.
"""
