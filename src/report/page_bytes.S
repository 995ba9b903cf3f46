/* The report page, as the linker sees it. DISGNN_PAGE is the file that web/ builds. */
    .section .rodata
    .global disgnn_page_begin
    .global disgnn_page_end
    .hidden disgnn_page_begin
    .hidden disgnn_page_end
disgnn_page_begin:
    .incbin DISGNN_PAGE
disgnn_page_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
