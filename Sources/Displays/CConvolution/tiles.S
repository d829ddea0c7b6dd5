// The tiles of CConvolution.c. They are in assembly because a debug build must read displays as fast, and because no flag of the
// build may choose the processor.
//
// Arguments: rdi planes, rsi offsets, rdx taps, rcx weights (eight numbers for each tap), r8 sums, r9 bytes between rows of sums.
// Vectors 0 to 2 hold a tap's numbers, 3 a row's weight, all others the sums.

#if defined(__x86_64__)

    .macro function name
    .globl \name
    .hidden \name
    .type \name, @function
    .p2align 5
\name:
    .endm

    .macro finish name
    vzeroupper
    ret
    .size \name, . - \name
    .endm

    // Loads a tap's vectors, of `bytes` bytes each.
    .macro load1 v, bytes
    movslq (%rsi), %rax
    vmovups (%rdi,%rax,4), %\v\()0
    .endm

    .macro load2 v, bytes
    load1 \v, \bytes
    vmovups \bytes(%rdi,%rax,4), %\v\()1
    .endm

    .macro load3 v, bytes
    load2 \v, \bytes
    vmovups 2*\bytes(%rdi,%rax,4), %\v\()2
    .endm

    // Adds a tap's vectors times the weight of a row to the row's sums in the vectors a, b and c.
    .macro row1 v, row, a
    vbroadcastss 4*\row(%rcx), %\v\()3
    vfmadd231ps %\v\()0, %\v\()3, %\v\a
    .endm

    .macro row2 v, row, a, b
    row1 \v, \row, \a
    vfmadd231ps %\v\()1, %\v\()3, %\v\b
    .endm

    .macro row3 v, row, a, b, c
    row2 \v, \row, \a, \b
    vfmadd231ps %\v\()2, %\v\()3, %\v\c
    .endm

    // Goes on with the next tap, if there is one.
    .macro next
    add $4, %rsi
    add $32, %rcx
    dec %rdx
    jnz 1b
    .endm

    // Writes the sums of a row, and goes on to the next.
    .macro store1 v, bytes, a
    vmovups %\v\a, (%r8)
    add %r9, %r8
    .endm

    .macro store2 v, bytes, a, b
    vmovups %\v\b, \bytes(%r8)
    store1 \v, \bytes, \a
    .endm

    .macro store3 v, bytes, a, b, c
    vmovups %\v\c, 2*\bytes(%r8)
    store2 \v, \bytes, \a, \b
    .endm

    .text

function vb_tile_512_3
    .irp n, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    vpxord %zmm\n, %zmm\n, %zmm\n
    .endr
1:  load3 zmm, 64
    row3 zmm, 0, 8, 9, 10
    row3 zmm, 1, 11, 12, 13
    row3 zmm, 2, 14, 15, 16
    row3 zmm, 3, 17, 18, 19
    row3 zmm, 4, 20, 21, 22
    row3 zmm, 5, 23, 24, 25
    row3 zmm, 6, 26, 27, 28
    row3 zmm, 7, 29, 30, 31
    next
    store3 zmm, 64, 8, 9, 10
    store3 zmm, 64, 11, 12, 13
    store3 zmm, 64, 14, 15, 16
    store3 zmm, 64, 17, 18, 19
    store3 zmm, 64, 20, 21, 22
    store3 zmm, 64, 23, 24, 25
    store3 zmm, 64, 26, 27, 28
    store3 zmm, 64, 29, 30, 31
finish vb_tile_512_3

function vb_tile_512_2
    .irp n, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
    vpxord %zmm\n, %zmm\n, %zmm\n
    .endr
1:  load2 zmm, 64
    row2 zmm, 0, 8, 9
    row2 zmm, 1, 10, 11
    row2 zmm, 2, 12, 13
    row2 zmm, 3, 14, 15
    row2 zmm, 4, 16, 17
    row2 zmm, 5, 18, 19
    row2 zmm, 6, 20, 21
    row2 zmm, 7, 22, 23
    next
    store2 zmm, 64, 8, 9
    store2 zmm, 64, 10, 11
    store2 zmm, 64, 12, 13
    store2 zmm, 64, 14, 15
    store2 zmm, 64, 16, 17
    store2 zmm, 64, 18, 19
    store2 zmm, 64, 20, 21
    store2 zmm, 64, 22, 23
finish vb_tile_512_2

function vb_tile_512_1
    .irp n, 8, 9, 10, 11, 12, 13, 14, 15
    vpxord %zmm\n, %zmm\n, %zmm\n
    .endr
1:  load1 zmm, 64
    row1 zmm, 0, 8
    row1 zmm, 1, 9
    row1 zmm, 2, 10
    row1 zmm, 3, 11
    row1 zmm, 4, 12
    row1 zmm, 5, 13
    row1 zmm, 6, 14
    row1 zmm, 7, 15
    next
    store1 zmm, 64, 8
    store1 zmm, 64, 9
    store1 zmm, 64, 10
    store1 zmm, 64, 11
    store1 zmm, 64, 12
    store1 zmm, 64, 13
    store1 zmm, 64, 14
    store1 zmm, 64, 15
finish vb_tile_512_1

function vb_tile_256_3
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vxorps %ymm\n, %ymm\n, %ymm\n
    .endr
1:  load3 ymm, 32
    row3 ymm, 0, 4, 5, 6
    row3 ymm, 1, 7, 8, 9
    row3 ymm, 2, 10, 11, 12
    row3 ymm, 3, 13, 14, 15
    next
    store3 ymm, 32, 4, 5, 6
    store3 ymm, 32, 7, 8, 9
    store3 ymm, 32, 10, 11, 12
    store3 ymm, 32, 13, 14, 15
finish vb_tile_256_3

function vb_tile_256_2
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11
    vxorps %ymm\n, %ymm\n, %ymm\n
    .endr
1:  load2 ymm, 32
    row2 ymm, 0, 4, 5
    row2 ymm, 1, 6, 7
    row2 ymm, 2, 8, 9
    row2 ymm, 3, 10, 11
    next
    store2 ymm, 32, 4, 5
    store2 ymm, 32, 6, 7
    store2 ymm, 32, 8, 9
    store2 ymm, 32, 10, 11
finish vb_tile_256_2

function vb_tile_256_1
    .irp n, 4, 5, 6, 7
    vxorps %ymm\n, %ymm\n, %ymm\n
    .endr
1:  load1 ymm, 32
    row1 ymm, 0, 4
    row1 ymm, 1, 5
    row1 ymm, 2, 6
    row1 ymm, 3, 7
    next
    store1 ymm, 32, 4
    store1 ymm, 32, 5
    store1 ymm, 32, 6
    store1 ymm, 32, 7
finish vb_tile_256_1

#endif

    .section .note.GNU-stack, "", @progbits
